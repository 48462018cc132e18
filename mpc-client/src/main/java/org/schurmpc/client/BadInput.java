package org.schurmpc.client;

/**
 * Indicates that inputs do not fit the job: a name is unknown or missing, a value is out of its
 * range, or a request identifier belongs to another job or other inputs. Nothing was sent for these
 * inputs.
 */
public final class BadInput extends ClientException {
  BadInput(String message) {
    super(message);
  }
}
