package org.schurmpc.core.session;

import java.security.SecureRandom;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.net.Certificates;
import org.schurmpc.core.net.Channel;

/**
 * The handshake of two parties: both send their terms and a nonce, compare, derive the session id
 * from all of it, and confirm it to each other under their roles. Two rounds.
 *
 * <p>It shows that both parties mean the same, not who they are: that is the transport's to know,
 * and over TLS the session id is bound to the certificates that the transport has seen.
 */
final class Handshake {
  /** Hello and confirmation. */
  static final int ROUNDS = 2;

  private final Channel channel;
  private final int party;
  private final SessionTerms terms;

  Handshake(Channel channel, int party, SessionTerms terms) {
    this.channel = channel;
    this.party = party;
    this.terms = terms;
  }

  /**
   * Runs the handshake.
   *
   * @return the session id, 32 bytes
   * @throws Disagreement if any field differs, or the peer is this party itself; both parties see
   *     it and name the field
   * @throws ConnectionLost if the peer's messages are malformed, or its session id is another one:
   *     the line changed the handshake without changing the terms
   */
  byte[] run(SecureRandom random) throws MpcException {
    requireTwoCertificates();
    byte[] nonce = new byte[Hello.NONCE_BYTES];
    random.nextBytes(nonce);
    Hello mine = new Hello(party, 2, nonce, terms);
    byte[] encoded = mine.encode();
    channel.send(encoded, 0, encoded.length);
    Hello theirs = Hello.decode(channel.receive(Hello.MAX_BYTES), channel.peer());
    compare(mine, theirs);
    byte[] sid = sessionId(mine, theirs);
    confirm(sid);
    channel.established();
    return sid;
  }

  private void requireTwoCertificates() throws Disagreement {
    Certificates both = channel.certificates().orElse(null);
    if (both != null && both.mine().equals(both.theirs())) {
      throw new Disagreement(
          "both sides show the certificate " + both.mine() + ": this is a connection to oneself");
    }
  }

  private void compare(Hello mine, Hello theirs) throws Disagreement {
    requireEqual("number of parties", mine.parties(), theirs.parties());
    if (theirs.party() == party) {
      throw new Disagreement(
          "both sides are party " + (party + 1) + ": this is a connection to oneself");
    }
    requireEqual("peer's party number", 2 - party, theirs.party() + 1);
    // A fingerprint without certificate holds the role, so a reflection shows in the nonce.
    if (Secrets.equal(mine.nonce(), theirs.nonce())) {
      throw new Disagreement("both sides show the same nonce: the peer reflects this party");
    }
    Map<String, String> ours = mine.terms().fields();
    Map<String, String> others = theirs.terms().fields();
    TreeSet<String> names = new TreeSet<>(ours.keySet());
    names.addAll(others.keySet());
    for (String name : names) {
      String here = ours.get(name);
      String there = others.get(name);
      if (!Objects.equals(here, there)) {
        throw new Disagreement(
            "the parties differ in %s: %s here, %s at the peer"
                .formatted(printable(name), show(here), show(there)));
      }
    }
  }

  private static String show(String value) {
    return value == null ? "nothing" : "'" + printable(value) + "'";
  }

  /** The text without what could forge lines of a log or steer a terminal: the peer wrote it. */
  private static String printable(String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", "?");
  }

  private static void requireEqual(String what, int here, int there) throws Disagreement {
    if (here != there) {
      throw new Disagreement(
          "the parties differ in " + what + ": " + here + " here, " + there + " at the peer");
    }
  }

  /** With TLS a party is its certificate; in plaintext mode, its role and nonce. */
  private byte[] fingerprint(Hello hello) {
    return channel
        .certificates()
        .map(both -> (hello.party() == party ? both.mine() : both.theirs()).bytes())
        .orElseGet(() -> new FieldHash("plain").add(hello.party()).add(hello.nonce()).digest());
  }

  private byte[] sessionId(Hello mine, Hello theirs) {
    String domain = channel.certificates().isPresent() ? "session id over TLS" : "session id";
    FieldHash hash = new FieldHash(domain).add(Hello.WIRE_VERSION).add(mine.parties());
    hash.add(mine.terms().fields().size());
    mine.terms().fields().forEach((name, value) -> hash.add(name).add(value));
    Hello first = mine.party() == 0 ? mine : theirs;
    Hello second = mine.party() == 0 ? theirs : mine;
    return hash.add(fingerprint(first))
        .add(first.nonce())
        .add(fingerprint(second))
        .add(second.nonce())
        .digest();
  }

  private void confirm(byte[] sid) throws MpcException {
    byte[] mine = confirmation(sid, party);
    byte[] theirs = new byte[FieldHash.BYTES];
    channel.exchange(mine, 0, mine.length, theirs, 0, theirs.length);
    if (!Secrets.equal(theirs, confirmation(sid, 1 - party))) {
      throw new ConnectionLost(
          channel.peer() + " does not confirm the session id: the line changed the handshake");
    }
  }

  private static byte[] confirmation(byte[] sid, int role) {
    return new FieldHash("session confirmation").add(sid).add(role).digest();
  }
}
