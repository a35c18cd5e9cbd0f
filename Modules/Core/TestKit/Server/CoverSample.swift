public import Foundation

/// A small picture as the file of a cover: red and green above, blue and yellow below.
///
/// It is decoded at each use: the leak sanitizer does not find the bytes of `Data` in a global variable.
public enum CoverSample {
  /// The picture as JPEG, 16 by 24 pixels.
  public static var jpeg: Data {
    data(
      """
      /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsK
      CwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQU
      FBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAYABADAREA
      AhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQA
      AAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3
      ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWm
      p6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEA
      AwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSEx
      BhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElK
      U1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3
      uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD50r8M
      P9Uz7Gr8SP8AmPPz7/4Wt/1C/wDyY/8Asa/1Q/4lk/6nH/lD/wC7H+1X/Ew//Uq/8rf/AHI/Wn/h
      nT/qYf8AyS/+2V/jp/rR/wBOf/Jv/tT/AD//AOIFf9TL/wApf/dT8V6/6bj7s/oNr/lXP3A//9k=
      """)
  }

  /// The picture as PNG, 2 by 2 pixels.
  public static var png: Data {
    data(
      """
      iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP4z8DAAMIM////ZwAAHu8E/KPI
      tPcAAAAASUVORK5CYII=
      """)
  }

  private static func data(_ text: String) -> Data {
    Data(base64Encoded: text.filter { !$0.isWhitespace }) ?? Data()
  }
}
