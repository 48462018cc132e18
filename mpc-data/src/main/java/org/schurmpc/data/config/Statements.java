package org.schurmpc.data.config;

/** Looks at statements of SQL as far as needed to see that there is one. */
final class Statements {
  private Statements() {}

  /**
   * Returns whether a text has no semicolon outside of quotes but at its end. Comments and dollar
   * quotes with semicolons count as more than one statement, too.
   */
  static boolean isOne(String text) {
    String sql = text.strip();
    char quote = 0;
    for (int i = 0; i < sql.length(); i++) {
      char c = sql.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == ';' && i + 1 < sql.length()) {
        return false;
      }
    }
    return true;
  }
}
