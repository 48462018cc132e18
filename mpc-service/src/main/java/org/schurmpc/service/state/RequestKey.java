package org.schurmpc.service.state;

import java.util.HexFormat;
import java.util.Objects;
import java.util.UUID;
import org.schurmpc.core.net.Fingerprint;

/**
 * Identifies a request: the id that the client chose, among those of the same certificate. So no
 * client can block the ids of another.
 *
 * @param client the fingerprint of the client's certificate
 * @param id the client's choice
 */
public record RequestKey(Fingerprint client, UUID id) {
  private static final int PREFIX = "SHA256:".length();

  public RequestKey {
    Objects.requireNonNull(client);
    Objects.requireNonNull(id);
  }

  /** Parses the two words of an entry. */
  static RequestKey parse(String client, String id) {
    return new RequestKey(client(client), UUID.fromString(id));
  }

  /** Parses the first of the two words of an entry. */
  static Fingerprint client(String word) {
    return Fingerprint.of(HexFormat.of().parseHex(word));
  }

  /** Returns both as two words of an entry. */
  String words() {
    return client.toString().substring(PREFIX) + " " + id;
  }

  @Override
  public String toString() {
    return id + " of " + client;
  }
}
