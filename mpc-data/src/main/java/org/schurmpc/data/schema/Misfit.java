package org.schurmpc.data.schema;

/**
 * Says why a value does not fit its column. The message is the end of a sentence that begins with
 * the place of the value, and never shows the value.
 */
public final class Misfit extends Exception {
  private static final long serialVersionUID = 1L;

  Misfit(String message) {
    super(message);
  }
}
