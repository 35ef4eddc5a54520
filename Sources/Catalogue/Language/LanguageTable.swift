/// The languages of ISO 639-2, whose list the Library of Congress publishes
/// (https://www.loc.gov/standards/iso639-2/), and beside it codes and names that people use.
enum LanguageTable {
  /// A language a cell: its ISO 639-3 code, the bibliographic code of 639-2 where that is another,
  /// the code of 639-1, codes that were withdrawn; then its names, the first the English one.
  static let text = """
    aar aa:Afar|abk ab:Abkhazian|ace:Achinese|ach:Acoli|ada:Adangme|ady:Adyghe;Adygei|
    afa:Afro-Asiatic languages|afh:Afrihili|afr af:Afrikaans|ain:Ainu|aka ak:Akan|akk:Akkadian|
    ale:Aleut|alg:Algonquian languages|alt:Southern Altai|amh am:Amharic|
    ang:English, Old (ca. 450-1100)|anp:Angika|apa:Apache languages|ara ar:Arabic;العربية|
    arc:Official Aramaic (700-300 BCE);Imperial Aramaic (700-300 BCE)|arg an:Aragonese|
    arn:Mapudungun;Mapuche|arp:Arapaho|art:Artificial languages|arw:Arawak|asm as:Assamese|
    ast:Asturian;Bable;Leonese;Asturleonese|ath:Athapascan languages|aus:Australian languages|
    ava av:Avaric|ave ae:Avestan|awa:Awadhi|aym ay:Aymara|aze az:Azerbaijani|bad:Banda languages|
    bai:Bamileke languages|bak ba:Bashkir|bal:Baluchi|bam bm:Bambara|ban:Balinese|bas:Basa|
    bat:Baltic languages|bej:Beja;Bedawiyet|bel be:Belarusian;Беларуская|bem:Bemba|
    ben bn:Bengali;Bangla;বাংলা|ber:Berber languages|bho:Bhojpuri|bih bh:Bihari languages|bik:Bikol|
    bin:Bini;Edo|bis bi:Bislama|bla:Siksika|bnt:Bantu (Other)|bod tib bo:Tibetan|bos bs:Bosnian|
    bra:Braj|bre br:Breton|btk:Batak languages|bua:Buriat|bug:Buginese|bul bg:Bulgarian;Български|
    byn:Blin;Bilin|cad:Caddo|cai:Central American Indian languages|car:Galibi Carib|
    cat ca:Catalan;Valencian;Català|cau:Caucasian languages|ceb:Cebuano|cel:Celtic languages|
    ces cze cs:Czech;Čeština;Česky|cha ch:Chamorro|chb:Chibcha|che ce:Chechen|chg:Chagatai|
    chk:Chuukese|chm:Mari|chn:Chinook jargon|cho:Choctaw|chp:Chipewyan;Dene Suline|chr:Cherokee|
    chu cu:Church Slavic;Old Slavonic;Church Slavonic;Old Bulgarian;Old Church Slavonic|
    chv cv:Chuvash|chy:Cheyenne|cmc:Chamic languages|cnr:Montenegrin|cop:Coptic|cor kw:Cornish|
    cos co:Corsican|cpe:Creoles and pidgins, English based|cpf:Creoles and pidgins, French-based|
    cpp:Creoles and pidgins, Portuguese-based|cre cr:Cree|crh:Crimean Tatar;Crimean Turkish|
    crp:Creoles and pidgins|csb:Kashubian|cus:Cushitic languages|cym wel cy:Welsh;Cymraeg|
    dak:Dakota|dan da:Danish;Dansk|dar:Dargwa|day:Land Dayak languages|del:Delaware|
    den:Slave (Athapascan)|deu ger de:German;Deutsch|dgr:Dogrib|din:Dinka|
    div dv:Divehi;Dhivehi;Maldivian|doi:Dogri|dra:Dravidian languages|dsb:Lower Sorbian|dua:Duala|
    dum:Dutch, Middle (ca. 1050-1350)|dyu:Dyula|dzo dz:Dzongkha|efi:Efik|egy:Egyptian (Ancient)|
    eka:Ekajuk|ell gre el:Greek, Modern (1453-);Ελληνικά;Greek|elx:Elamite|eng en:English|
    enm:English, Middle (1100-1500)|epo eo esp:Esperanto|est et:Estonian;Eesti|
    eus baq eu:Basque;Euskara|ewe ee:Ewe|ewo:Ewondo|fan:Fang|fao fo:Faroese|
    fas per fa:Persian;فارسی;Farsi|fat:Fanti|fij fj:Fijian|fil:Filipino;Pilipino|
    fin fi:Finnish;Suomi|fiu:Finno-Ugrian languages|fon:Fon|fra fre fr:French;Français|
    frm:French, Middle (ca. 1400-1600)|fro:French, Old (842-ca. 1400)|frr:Northern Frisian|
    frs:Eastern Frisian|fry fy fri:Western Frisian|ful ff:Fulah|fur:Friulian|gaa:Ga|gay:Gayo|
    gba:Gbaya|gem:Germanic languages|gez:Geez|gil:Gilbertese|
    gla gd:Gaelic;Scottish Gaelic;Gàidhlig;Scots Gaelic|gle ga:Irish;Gaeilge|glg gl:Galician;Galego|
    glv gv:Manx|gmh:German, Middle High (ca. 1050-1500)|goh:German, Old High (ca. 750-1050)|
    gon:Gondi|gor:Gorontalo|got:Gothic|grb:Grebo|grc:Greek, Ancient (to 1453)|grn gn:Guarani|
    gsw:Swiss German;Alemannic;Alsatian;Schwyzerdütsch|guj gu:Gujarati|gwi:Gwich'in|hai:Haida|
    hat ht:Haitian;Haitian Creole|hau ha:Hausa|haw:Hawaiian|heb he iw:Hebrew;עברית|her hz:Herero|
    hil:Hiligaynon|him:Himachali languages;Western Pahari languages|hin hi:Hindi;हिन्दी|hit:Hittite|
    hmn:Hmong;Mong|hmo ho:Hiri Motu|hrv hr scr:Croatian;Hrvatski|hsb:Upper Sorbian|
    hun hu:Hungarian;Magyar|hup:Hupa|hye arm hy:Armenian;Հայերեն|iba:Iban|ibo ig:Igbo|ido io:Ido|
    iii ii:Sichuan Yi;Nuosu|ijo:Ijo languages|iku iu:Inuktitut|ile ie:Interlingue;Occidental|
    ilo:Iloko|ina ia:Interlingua (International Auxiliary Language Association)|inc:Indic languages|
    ind id in:Indonesian;Bahasa Indonesia|ine:Indo-European languages|inh:Ingush|ipk ik:Inupiaq|
    ira:Iranian languages|iro:Iroquoian languages|isl ice is:Icelandic;Íslenska|
    ita it:Italian;Italiano|jav jv jw:Javanese|jbo:Lojban|jpn ja:Japanese;日本語|jpr:Judeo-Persian|
    jrb:Judeo-Arabic|kaa:Kara-Kalpak|kab:Kabyle|kac:Kachin;Jingpho|kal kl:Kalaallisut;Greenlandic|
    kam:Kamba|kan kn:Kannada|kar:Karen languages|kas ks:Kashmiri|kat geo ka:Georgian;ქართული|
    kau kr:Kanuri|kaw:Kawi|kaz kk:Kazakh|kbd:Kabardian|kha:Khasi|khi:Khoisan languages|
    khm km:Central Khmer|kho:Khotanese;Sakan|kik ki:Kikuyu;Gikuyu|kin rw:Kinyarwanda|
    kir ky:Kirghiz;Kyrgyz|kmb:Kimbundu|kok:Konkani|kom kv:Komi|kon kg:Kongo|kor ko:Korean;한국어|
    kos:Kosraean|kpe:Kpelle|krc:Karachay-Balkar|krl:Karelian|kro:Kru languages|kru:Kurukh|
    kua kj:Kuanyama;Kwanyama|kum:Kumyk|kur ku:Kurdish|kut:Kutenai|lad:Ladino|lah:Lahnda|lam:Lamba|
    lao lo:Lao|lat la:Latin;Latina|lav lv:Latvian;Latviešu|lez:Lezghian|
    lim li:Limburgan;Limburger;Limburgish|lin ln:Lingala|lit lt:Lithuanian;Lietuvių|lol:Mongo|
    loz:Lozi|ltz lb:Luxembourgish;Letzeburgesch|lua:Luba-Lulua|lub lu:Luba-Katanga|lug lg:Ganda|
    lui:Luiseno|lun:Lunda|luo:Luo (Kenya and Tanzania)|lus:Lushai|mad:Madurese|mag:Magahi|
    mah mh:Marshallese|mai:Maithili|mak:Makasar|mal ml:Malayalam|man:Mandingo|
    map:Austronesian languages|mar mr:Marathi|mas:Masai|mdf:Moksha|mdr:Mandar|men:Mende|
    mga:Irish, Middle (900-1200)|mic:Mi'kmaq;Micmac|min:Minangkabau|mis:Uncoded languages|
    mkd mac mk:Macedonian|mkh:Mon-Khmer languages|mlg mg:Malagasy|mlt mt:Maltese|mnc:Manchu|
    mni:Manipuri|mno:Manobo languages|moh:Mohawk|mon mn:Mongolian|mos:Mossi|mri mao mi:Maori|
    msa may ms:Malay;Bahasa Melayu|mul:Multiple languages|mun:Munda languages|mus:Creek|
    mwl:Mirandese|mwr:Marwari|mya bur my:Burmese|myn:Mayan languages|myv:Erzya|
    nah:Nahuatl languages|nai:North American Indian languages|nap:Neapolitan|nau na:Nauru|
    nav nv:Navajo;Navaho|nbl nr:Ndebele, South;South Ndebele|nde nd:Ndebele, North;North Ndebele|
    ndo ng:Ndonga|nds:Low German;Low Saxon;German, Low;Saxon, Low;Plattdeutsch|nep ne:Nepali|
    new:Nepal Bhasa;Newari|nia:Nias|nic:Niger-Kordofanian languages|niu:Niuean|
    nld dut nl:Dutch;Flemish;Nederlands;Vlaams|nno nn:Norwegian Nynorsk;Nynorsk, Norwegian;Nynorsk|
    nob nb:Bokmål, Norwegian;Norwegian Bokmål;Bokmål|nog:Nogai|non:Norse, Old|
    nor no:Norwegian;Norsk|nqo:N'Ko|nso:Pedi;Sepedi;Northern Sotho|nub:Nubian languages|
    nwc:Classical Newari;Old Newari;Classical Nepal Bhasa|nya ny:Chichewa;Chewa;Nyanja|nym:Nyamwezi|
    nyn:Nyankole|nyo:Nyoro|nzi:Nzima|oci oc:Occitan (post 1500);Provençal;Occitan|oji oj:Ojibwa|
    ori or:Oriya|orm om:Oromo|osa:Osage|oss os:Ossetian;Ossetic|ota:Turkish, Ottoman (1500-1928)|
    oto:Otomian languages|paa:Papuan languages|pag:Pangasinan|pal:Pahlavi|pam:Pampanga;Kapampangan|
    pan pa:Panjabi;Punjabi|pap:Papiamento|pau:Palauan|peo:Persian, Old (ca. 600-400 B.C.)|
    phi:Philippine languages|phn:Phoenician|pli pi:Pali|pol pl:Polish;Polski|pon:Pohnpeian|
    por pt:Portuguese;Português|pra:Prakrit languages|pro:Provençal, Old (to 1500)|
    pus ps:Pushto;Pashto|que qu:Quechua|raj:Rajasthani|rap:Rapanui|
    rar:Rarotongan;Cook Islands Maori|roa:Romance languages|roh rm:Romansh|rom:Romany|
    ron rum ro mol mo:Romanian;Moldavian;Moldovan;Română|run rn:Rundi|
    rup:Aromanian;Arumanian;Macedo-Romanian|rus ru:Russian;Русский|sad:Sandawe|sag sg:Sango|
    sah:Yakut|sai:South American Indian (Other)|sal:Salishan languages|sam:Samaritan Aramaic|
    san sa:Sanskrit|sas:Sasak|sat:Santali|scn:Sicilian|sco:Scots|sel:Selkup|sem:Semitic languages|
    sga:Irish, Old (to 900)|sgn:Sign Languages|shn:Shan|sid:Sidamo|sin si:Sinhala;Sinhalese|
    sio:Siouan languages|sit:Sino-Tibetan languages|sla:Slavic languages|
    slk slo sk:Slovak;Slovenčina|slv sl:Slovenian;Slovenščina;Slovene|sma:Southern Sami|
    sme se:Northern Sami|smi:Sami languages|smj:Lule Sami|smn:Inari Sami|smo sm:Samoan|
    sms:Skolt Sami|sna sn:Shona|snd sd:Sindhi|snk:Soninke|sog:Sogdian|som so:Somali|
    son:Songhai languages|sot st:Sotho, Southern|spa es:Spanish;Castilian;Español;Castellano|
    sqi alb sq:Albanian;Shqip|srd sc:Sardinian|srn:Sranan Tongo|srp sr scc:Serbian;Srpski;Српски|
    srr:Serer|ssa:Nilo-Saharan languages|ssw ss:Swati|suk:Sukuma|sun su:Sundanese|sus:Susu|
    sux:Sumerian|swa sw:Swahili|swe sv:Swedish;Svenska|syc:Classical Syriac|syr:Syriac|
    tah ty:Tahitian|tai:Tai languages|tam ta:Tamil;தமிழ்|tat tt:Tatar|tel te:Telugu|tem:Timne|
    ter:Tereno|tet:Tetum|tgk tg:Tajik|tgl tl:Tagalog|tha th:Thai;ไทย|tig:Tigre|tir ti:Tigrinya|
    tiv:Tiv|tkl:Tokelau|tlh:Klingon;tlhIngan-Hol|tli:Tlingit|tmh:Tamashek|tog:Tonga (Nyasa)|
    ton to:Tonga (Tonga Islands)|tpi:Tok Pisin|tsi:Tsimshian|tsn tn:Tswana|tso ts:Tsonga|
    tuk tk:Turkmen|tum:Tumbuka|tup:Tupi languages|tur tr:Turkish;Türkçe|tut:Altaic languages|
    tvl:Tuvalu|twi tw:Twi|tyv:Tuvinian|udm:Udmurt|uga:Ugaritic|uig ug:Uighur;Uyghur|
    ukr uk:Ukrainian;Українська|umb:Umbundu|und:Undetermined|urd ur:Urdu;اردو|uzb uz:Uzbek|vai:Vai|
    ven ve:Venda|vie vi:Vietnamese;Tiếng Việt|vol vo:Volapük|vot:Votic|wak:Wakashan languages|
    wal:Walamo|war:Waray|was:Washo|wen:Sorbian languages|wln wa:Walloon|wol wo:Wolof|
    xal:Kalmyk;Oirat|xho xh:Xhosa|yao:Yao|yap:Yapese|yid yi ji:Yiddish;ייִדיש|yor yo:Yoruba|
    ypk:Yupik languages|zap:Zapotec|zbl:Blissymbols;Blissymbolics;Bliss|zen:Zenaga|
    zgh:Standard Moroccan Tamazight|zha za:Zhuang;Chuang|zho chi zh:Chinese;中文;汉语;漢語;Mandarin|
    znd:Zande languages|zul zu:Zulu|zun:Zuni|zxx:No linguistic content;Not applicable|
    zza:Zaza;Dimili;Dimli;Kirdki;Kirmanjki;Zazaki|
    """
}
