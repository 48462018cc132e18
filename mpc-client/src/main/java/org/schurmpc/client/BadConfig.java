package org.schurmpc.client;

/** Indicates that the configuration, a key, a certificate or the state folder cannot be used. */
public final class BadConfig extends ClientException {
  BadConfig(String message) {
    super(message);
  }

  BadConfig(String message, Throwable cause) {
    super(message, cause);
  }
}
