package org.schurmpc.bench.control;

import java.nio.charset.StandardCharsets;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.net.NetOptions;

/**
 * Authenticates in plaintext by a shared token. The token is sent in plaintext, too: it protects
 * against mistakes and against other users of the machine, but not against an eavesdropper.
 */
public final class SharedToken implements Credentials {
  private final String token;
  private final String description;

  /**
   * Creates credentials.
   *
   * @param token the token
   * @param description describes the connections in reports
   */
  public SharedToken(String token, String description) {
    this.token = token;
    this.description = description;
  }

  /** Creates credentials for processes that are started together on one machine. */
  public static SharedToken loopback(String token) {
    return new SharedToken(token, "loopback, plaintext");
  }

  /** Creates credentials for processes that are started by hand. */
  public static SharedToken plaintext(String token) {
    return new SharedToken(token, "plaintext (INSECURE)");
  }

  @Override
  public NetOptions monitor(NetOptions options) {
    return options;
  }

  @Override
  public NetOptions toMonitor(NetOptions options) {
    return options;
  }

  @Override
  public NetOptions dealer(NetOptions options) {
    return options;
  }

  @Override
  public NetOptions toDealer(NetOptions options) {
    return options;
  }

  @Override
  public NetOptions amongParties(NetOptions options) {
    return options;
  }

  @Override
  public void requireParties(int parties) {
    // Every party that knows the token is accepted.
  }

  @Override
  public String token() {
    return token;
  }

  @Override
  public boolean prove(Message.Hello hello, ControlChannel caller) {
    byte[] theirs = String.valueOf(hello.token()).getBytes(StandardCharsets.UTF_8);
    return Secrets.equal(theirs, token.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String objection() {
    return "the tokens differ: give all pieces of a benchmark the same --token-file";
  }

  @Override
  public String description() {
    return description;
  }

  /** Returns a description without the token, which is secret. */
  @Override
  public String toString() {
    return "SharedToken[" + description + "]";
  }
}
