/// What the names of TeX's letters and signs stand for.
enum TeXSymbols {
  static let byName: [String: String] = [
    "ss": "ß", "SS": "SS", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ",
    "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "th": "þ", "TH": "Þ",
    "dh": "ð", "DH": "Ð", "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ", "ldots": "…", "dots": "…",
    "textellipsis": "…", "textendash": "–", "textemdash": "—", "textasciitilde": "~",
    "textasciicircum": "^", "textbackslash": "\\", "textbar": "|", "textless": "<",
    "textgreater": ">", "textquoteleft": "‘", "textquoteright": "’", "textquotedblleft": "“",
    "textquotedblright": "”", "textquotedbl": "\"", "textquotesingle": "'", "lq": "‘", "rq": "’",
    "guillemotleft": "«", "guillemotright": "»", "quotedblbase": "„", "quotesinglbase": "‚",
    "glqq": "„", "grqq": "“", "flqq": "«", "frqq": "»", "copyright": "©", "textcopyright": "©",
    "textregistered": "®", "texttrademark": "™", "pounds": "£", "textsterling": "£", "euro": "€",
    "texteuro": "€", "textyen": "¥", "textcent": "¢", "S": "§", "P": "¶", "dag": "†", "ddag": "‡",
    "textdegree": "°", "degree": "°", "textperiodcentered": "·", "cdot": "·", "cdots": "⋯",
    "textbullet": "•", "times": "×", "texttimes": "×", "pm": "±", "textonehalf": "½", "infty": "∞",
    "rightarrow": "→", "to": "→", "leftarrow": "←", "leq": "≤", "geq": "≥", "neq": "≠",
    "approx": "≈", "textexclamdown": "¡", "textquestiondown": "¿", "slash": "/", "space": " ",
    "quad": " ", "qquad": " ", "newline": "\n", "par": "\n", "TeX": "TeX", "LaTeX": "LaTeX",
    "BibTeX": "BibTeX", "textunderscore": "_", "textdollar": "$", "textbraceleft": "{",
    "textbraceright": "}", "ast": "*", "star": "⋆", "circ": "°", "prime": "′", "sqrt": "√",
    "sum": "∑", "int": "∫", "partial": "∂", "nabla": "∇", "in": "∈", "aleph": "ℵ", "hbar": "ℏ",
    "ell": "ℓ", "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ",
    "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ",
    "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "upsilon": "υ", "phi": "ϕ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ",
    "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
  ]

  /// An accent over nothing, as `\~{}` is written for a tilde.
  static func spacing(_ mark: Unicode.Scalar) -> String {
    switch mark {
    case "\u{303}": "~"
    case "\u{302}": "^"
    case "\u{300}": "`"
    case "\u{301}": "´"
    case "\u{308}": "¨"
    default: ""
    }
  }
}
