import Catalogue
import Testing

/// The judge of the other tests here: it must refuse.
@Suite struct JSONSchemaTests {
  private func faults(_ value: String, by schema: String) throws -> [String] {
    try JSONSchema(JSONValue(json: schema)) { name in
      try JSONValue(json: name == "other.json" ? #"{"$defs": {"a": {"type": "integer"}}}"# : "")
    }.faults(in: JSONValue(json: value))
  }

  @Test(
    "what a schema allows has no fault, and what it does not has one",
    arguments: [
      (#"{"type": "string"}"#, #""a""#, "1"),
      (#"{"type": "integer"}"#, "1", "1.5"),
      (#"{"type": "number"}"#, "1.5", "true"),
      (#"{"type": ["string", "null"]}"#, "null", "false"),
      (#"{"type": "object"}"#, "{}", "[]"),
      (#"{"type": "array"}"#, "[]", "{}"),
      (#"{"enum": ["a", null]}"#, "null", #""b""#),
      (#"{"const": 1}"#, "1", "2"),
      (#"{"minimum": 0}"#, "0", "-1"),
      (#"{"maximum": 5}"#, "5", "5.5"),
      (#"{"pattern": "^97[89]"}"#, #""9781""#, #""19781""#),
      (#"{"format": "date-time"}"#, #""2026-11-30T07:00:00.123Z""#, #""2026-11-30T07:00:00""#),
      (#"{"required": ["a"]}"#, #"{"a": null}"#, "{}"),
      (#"{"properties": {"a": {"type": "null"}}}"#, #"{"a": null, "b": 1}"#, #"{"a": 1}"#),
      (
        #"{"properties": {"a": {}}, "additionalProperties": false}"#, #"{"a": 1}"#,
        #"{"a": 1, "b": 1}"#
      ),
      (#"{"additionalProperties": {"type": "string"}}"#, #"{"b": "x"}"#, #"{"b": 1}"#),
      (#"{"items": {"type": "string"}}"#, #"["a"]"#, #"["a", 1]"#),
      (#"{"minItems": 1}"#, "[1]", "[]"),
      (#"{"oneOf": [{"const": 1}, {"type": "string"}]}"#, #""a""#, "2"),
      (#"{"oneOf": [{"type": "integer"}, {"type": "number"}]}"#, "1.5", "1"),
      (##"{"$defs": {"a": {"const": 1}}, "items": {"$ref": "#/$defs/a"}}"##, "[1]", "[2]"),
      (#"{"$ref": "other.json#/$defs/a"}"#, "1", #""a""#),
    ])
  func judges(schema: String, good: String, bad: String) throws {
    #expect(try faults(good, by: schema) == [])
    #expect(try faults(bad, by: schema) != [])
  }

  @Test(
    "a word that it does not know, and a schema that is not there, are faults",
    arguments: [
      #"{"minLength": 1}"#, #"{"type": 1}"#, ##"{"$ref": "#/$defs/none"}"##,
      #"{"$ref": "none.json"}"#, #"{"properties": {"a": 1}}"#, #"{"pattern": "("}"#,
    ])
  func unknown(schema: String) throws {
    #expect(try faults(#"{"a": 1}"#, by: schema) + faults(#""a""#, by: schema) != [])
  }
}
