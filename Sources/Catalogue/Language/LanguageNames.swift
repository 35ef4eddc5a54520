/// More names of languages: those that people write beside the names of ISO 639-2, in English and
/// in the languages of most catalogues, and those of languages that only ISO 639-3 has.
enum LanguageNames {
  /// By ISO 639-3 code.
  static let text = """
    afr:Afrikaans|ang:Anglo-Saxon|ara:عربي;اللغة العربية;Arabisch;Arabe;Árabe;Arabo|
    ase:American Sign Language|aze:Azeri|bel:Byelorussian;Belorussian|cat:Katalanisch;Catalán|
    ces:Český;Český jazyk;Tschechisch;Tchèque;Checo;Ceco|ckb:Sorani;Central Kurdish|
    cmn:Putonghua|dan:Dänisch;Danois;Danés;Danese;Deens;Danska|
    deu:Allemand;Alemán;Tedesco;Alemão;Duits;Tyska;Tysk;Niemiecki;Немецкий|
    ell:Neugriechisch;Griechisch;Grec;Grec moderne;Griego;Greco;Grego;Grieks|
    eng:Englisch;Anglais;Inglés;Inglese;Inglês;Engels;Engelska;Engelsk;Angielski;Английский|
    est:Eesti keel|eus:Euskera;Vasco|fao:Føroyskt|fas:Iranian Persian;Persisch;Persan|
    fin:Finnisch;Finnois;Finlandés;Finlandese;Fins;Finska|
    fra:Französisch;Francés;Francese;Francês;Frans;Franska;Fransk;Francuski;Французский|
    fry:Frisian;Frysk|glg:Gallego|grc:Altgriechisch;Grec ancien;Griego antiguo;Greco antico|
    hbs:Serbo-Croatian;sh|heb:Hebräisch;Hébreu;Hebreo;Ebraico|hin:हिंदी|
    hun:Ungarisch;Hongrois;Húngaro;Ungherese;Hongaars|isl:Isländisch;Islandais|
    ita:Italienisch;Italien;Italiaans;Italienska;Włoski|jpn:Japanisch;Japonais;Japonés;Giapponese|
    jrb:ajm|khm:Khmer;Cambodian|kmr:Kurmanji;Northern Kurdish|kor:조선말;Koreanisch;Coréen;Coreano|
    lat:Latein;Lateinisch;Latino;Latín;Latijn|lav:Latviešu valoda;Lettish|lit:Lietuvių kalba|
    ltz:Lëtzebuergesch|lzh:Classical Chinese;Literary Chinese|mkd:Македонски|mri:Te reo Māori|
    mul:Multilingual;Multiple;Mehrsprachig|mya:Myanmar|
    nld:Niederländisch;Néerlandais;Neerlandés;Holandés;Olandese;Holländisch;Holandês;Flamand|
    nob:Norsk bokmål|nno:Norsk nynorsk|nor:Norwegisch;Norvégien;Noruego;Norvegese;Noors;Norska|
    ori:Odia|pol:Język polski;Polnisch;Polonais;Polaco;Polacco;Pools;Polska|
    por:Portugiesisch;Portugais;Portugués;Portoghese;Portugees|prs:Dari|
    ron:Rumanian;Roumanian;Rumänisch;Roumain;Rumano;Rumeno|
    rus:Русский язык;Russisch;Russe;Ruso;Russo;Ryska;Russisk;Rosyjski|sin:snh|
    slk:Slovenský|smi:Sami|
    spa:Spanisch;Espagnol;Spagnolo;Espanhol;Spaans;Spanska;Spansk;Hiszpański;Latin American Spanish|
    srp:Serbisch;Serbe|ssw:swz|swa:Kiswahili|
    swe:Schwedisch;Suédois;Sueco;Svedese;Zweeds|tha:ภาษาไทย|tur:Türkisch;Turc;Turco;Turks|
    ukr:Ukrainisch;Ukrainien|xho:isiXhosa|yid:Jiddisch|yue:Cantonese|
    zho:Mandarin Chinese;中国语;中國語;简体中文;繁體中文;繁体中文;普通话;Chinesisch;Chinois;Chino;Cinese;Chinês|
    zul:isiZulu
    """

  /// Words that say which form of a language it is, folded; the language stays the same.
  static let regions: Set<String> = [
    "american", "british", "australian", "canadian", "us", "uk", "gb", "usa", "brazilian",
    "brasileiro",
    "brasil", "european", "mexican", "simplified", "traditional",
    "modern", "standard", "austrian", "brazil", "continental", "international", "u", "s", "k",
  ]
}
