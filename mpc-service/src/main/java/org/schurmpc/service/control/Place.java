package org.schurmpc.service.control;

/**
 * Says where parties meet for an entry of the log.
 *
 * @param line the control line under which the entry was proposed, 32 hex digits; under any other
 *     line nobody acts on the entry
 * @param session number of the work session, never used for another one
 */
public record Place(String line, int session) {
  static Place read(Words words) {
    return new Place(words.line(), words.count(Integer.MAX_VALUE));
  }

  String words() {
    return line + " " + session;
  }
}
