package org.schurmpc.bench.control;

import java.nio.charset.StandardCharsets;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.net.NetOptions;

/**
 * Connections in the clear; whoever knows a token belongs here. The token travels in the clear,
 * too: it keeps mistakes and strangers of the same machine out, nobody who listens on the line.
 */
public final class SharedToken implements Credentials {
  private final String token;
  private final String description;

  /**
   * @param description what reports say of the connections
   */
  public SharedToken(String token, String description) {
    this.token = token;
    this.description = description;
  }

  /** For processes of one machine that are started together. */
  public static SharedToken loopback(String token) {
    return new SharedToken(token, "loopback, plaintext");
  }

  /** For pieces that are started by hand. */
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
    // Whoever knows the token may be any of them.
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

  /** The token is secret. */
  @Override
  public String toString() {
    return "SharedToken[" + description + "]";
  }
}
