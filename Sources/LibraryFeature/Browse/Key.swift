/// What a person does at a keyboard, in the words of a feature and not of a terminal.
public enum Key: Hashable, Sendable {
  case character(Character)
  /// A letter with Control held, as a small letter.
  case control(Character)
  case enter, escape, tab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// A text that was put in as a whole; it is text, whatever is in it.
  case pasted(String)
}
