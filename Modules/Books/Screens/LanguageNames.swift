import Services
import Core

/// Names of languages by their MARC codes (https://www.loc.gov/marc/languages/).
enum LanguageNames {
  /// Returns the name, or the code of an unknown language.
  static func name(of code: String) -> String {
    names[code] ?? code
  }

  /// Whether the language is known.
  static func isKnown(_ code: String) -> Bool {
    names[code] != nil
  }

  /// The known languages as options, by name.
  static let options: [Field.Option] = names.sorted { $0.value < $1.value }
    .map { Field.Option(Identifier($0.key), title: $0.value) }

  private static let names = [
    "afr": "Afrikaans", "amh": "Amharic", "ara": "Arabic", "arm": "Armenian", "ben": "Bengali",
    "bul": "Bulgarian", "cat": "Catalan", "chi": "Chinese", "cze": "Czech", "dan": "Danish",
    "dut": "Dutch", "eng": "English", "enm": "Middle English", "fin": "Finnish", "fre": "French",
    "geo": "Georgian", "ger": "German", "grc": "Ancient Greek", "gre": "Greek", "guj": "Gujarati",
    "hau": "Hausa", "heb": "Hebrew", "hin": "Hindi", "hun": "Hungarian", "ice": "Icelandic",
    "ind": "Indonesian", "ita": "Italian", "jpn": "Japanese", "kan": "Kannada", "kaz": "Kazakh",
    "kik": "Gikuyu", "kor": "Korean", "kur": "Kurdish", "lat": "Latin", "luo": "Luo",
    "mal": "Malayalam", "mar": "Marathi", "may": "Malay", "nep": "Nepali", "nor": "Norwegian",
    "ori": "Odia", "pan": "Punjabi", "per": "Persian", "pol": "Polish", "por": "Portuguese",
    "rum": "Romanian", "rus": "Russian", "san": "Sanskrit", "sin": "Sinhala", "sna": "Shona",
    "sot": "Sotho", "spa": "Spanish", "srp": "Serbian", "swa": "Swahili", "swe": "Swedish",
    "tam": "Tamil", "tha": "Thai", "tib": "Tibetan", "tur": "Turkish", "ukr": "Ukrainian",
    "urd": "Urdu", "vie": "Vietnamese", "wol": "Wolof", "xho": "Xhosa", "yor": "Yoruba",
    "zul": "Zulu",
  ]
}
