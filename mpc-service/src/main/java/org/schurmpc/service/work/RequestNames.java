package org.schurmpc.service.work;

import java.util.UUID;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.service.state.RequestKey;

/** Names requests in the log: the client's fingerprint and the id, in one word. */
final class RequestNames {
  private static final int PREFIX = "SHA256:".length();

  private RequestNames() {}

  static String of(RequestKey key) {
    return key.client().toString().substring(PREFIX) + ":" + key.id();
  }

  static RequestKey key(String name) {
    int colon = name.lastIndexOf(':');
    try {
      return new RequestKey(
          Fingerprint.parse(name.substring(0, Math.max(0, colon))),
          UUID.fromString(name.substring(colon + 1)));
    } catch (Refused e) {
      throw new IllegalArgumentException("'" + name + "' is no request", e);
    }
  }
}
