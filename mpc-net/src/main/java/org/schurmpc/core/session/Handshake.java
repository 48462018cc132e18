package org.schurmpc.core.session;

import java.security.SecureRandom;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.net.Certificates;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Network;

/**
 * Runs the handshake of all parties: each party sends its terms and a nonce to all others, compares
 * the terms received, derives the session id from all terms and nonces, and confirms the session id
 * to all others under its role. Two rounds.
 *
 * <p>The handshake shows that all parties mean the same session, not their identities. Identities
 * are the transport's business; over TLS the session id is bound to the certificates that the
 * transport has seen. If a party sends different nonces to different peers, their session ids
 * differ.
 */
final class Handshake {
  /** Number of rounds: hello and confirmation. */
  static final int ROUNDS = 2;

  private final Network network;
  private final int party;
  private final int parties;
  private final SessionTerms terms;

  Handshake(Network network, SessionTerms terms) {
    this.network = network;
    this.party = network.party();
    this.parties = network.parties();
    this.terms = terms;
  }

  /**
   * Runs the handshake.
   *
   * @return the session id, 32 bytes
   * @throws Disagreement if any field differs, or a peer is this party itself; all parties detect
   *     the difference and name the field
   * @throws ConnectionLost if a peer's messages are malformed, or its session id differs: the
   *     handshake was changed on the line without changing the terms, or another party sent
   *     different messages to different parties
   */
  byte[] run(SecureRandom random) throws MpcException {
    requireOtherCertificates();
    byte[] nonce = new byte[Hello.NONCE_BYTES];
    random.nextBytes(nonce);
    Hello[] hellos = new Hello[parties];
    hellos[party] = new Hello(party, parties, nonce, terms);
    byte[] encoded = hellos[party].encode();
    for (int peer : peers()) {
      network.channel(peer).send(encoded, 0, encoded.length);
    }
    for (int peer : peers()) {
      Channel channel = network.channel(peer);
      hellos[peer] = Hello.decode(channel.receive(Hello.MAX_BYTES), channel.peer());
    }
    for (int peer : peers()) {
      compare(hellos, peer);
    }
    byte[] sid = sessionId(hellos);
    confirm(sid);
    for (int peer : peers()) {
      network.channel(peer).established();
    }
    return sid;
  }

  private int[] peers() {
    return IntStream.range(0, parties).filter(i -> i != party).toArray();
  }

  private void requireOtherCertificates() throws Disagreement {
    for (int peer : peers()) {
      Certificates both = network.channel(peer).certificates().orElse(null);
      if (both != null && both.mine().equals(both.theirs())) {
        throw new Disagreement(
            "both sides show the certificate " + both.mine() + ": this is a connection to oneself");
      }
    }
  }

  private void compare(Hello[] hellos, int peer) throws Disagreement {
    Hello theirs = hellos[peer];
    requireEqual("number of parties", parties, theirs.parties(), peer);
    if (theirs.party() == party) {
      throw new Disagreement(
          "both sides are party " + (party + 1) + ": this is a connection to oneself");
    }
    requireEqual("peer's party number", peer + 1, theirs.party() + 1, peer);
    // A plaintext fingerprint contains the role, so a reflection is recognised by the nonce.
    for (int other = 0; other < parties; other++) {
      if (other != peer && Secrets.equal(hellos[other].nonce(), theirs.nonce())) {
        throw new Disagreement(
            other == party
                ? "both sides show the same nonce: the peer reflects this party"
                : "parties %d and %d show the same nonce: one reflects the other"
                    .formatted(Math.min(other, peer) + 1, Math.max(other, peer) + 1));
      }
    }
    Map<String, String> ours = terms.fields();
    Map<String, String> others = theirs.terms().fields();
    TreeSet<String> names = new TreeSet<>(ours.keySet());
    names.addAll(others.keySet());
    for (String name : names) {
      String here = ours.get(name);
      String there = others.get(name);
      if (!Objects.equals(here, there)) {
        throw new Disagreement(
            new Disagreement.Difference(printable(name), show(here), show(there), nameOf(peer)));
      }
    }
  }

  private String nameOf(int peer) {
    return parties == 2 ? "the peer" : "party " + (peer + 1);
  }

  private static String show(String value) {
    return value == null ? "nothing" : "'" + printable(value) + "'";
  }

  /**
   * Replaces characters that could forge lines of a log or steer a terminal, because the peer wrote
   * the text.
   */
  private static String printable(String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", "?");
  }

  private void requireEqual(String what, int here, int there, int peer) throws Disagreement {
    if (here != there) {
      throw new Disagreement(
          "the parties differ in %s: %d here, %d at %s".formatted(what, here, there, nameOf(peer)));
    }
  }

  private boolean secured() {
    return network.channel(peers()[0]).certificates().isPresent();
  }

  /**
   * Returns the fingerprint of a party: its certificate with TLS, its role and nonce in plaintext
   * mode.
   */
  private byte[] fingerprint(Hello hello) {
    boolean mine = hello.party() == party;
    return network
        .channel(mine ? peers()[0] : hello.party())
        .certificates()
        .map(both -> (mine ? both.mine() : both.theirs()).bytes())
        .orElseGet(() -> new FieldHash("plain").add(hello.party()).add(hello.nonce()).digest());
  }

  private byte[] sessionId(Hello[] hellos) {
    String domain = secured() ? "session id over TLS" : "session id";
    FieldHash hash = new FieldHash(domain).add(Hello.WIRE_VERSION).add(parties);
    hash.add(terms.fields().size());
    terms.fields().forEach((name, value) -> hash.add(name).add(value));
    for (Hello hello : hellos) {
      hash.add(fingerprint(hello)).add(hello.nonce());
    }
    return hash.digest();
  }

  private void confirm(byte[] sid) throws MpcException {
    byte[] mine = confirmation(sid, party);
    for (int peer : peers()) {
      network.channel(peer).send(mine, 0, mine.length);
    }
    byte[] theirs = new byte[FieldHash.BYTES];
    for (int peer : peers()) {
      network.channel(peer).receive(theirs, 0, theirs.length);
      if (!Secrets.equal(theirs, confirmation(sid, peer))) {
        throw new ConnectionLost(
            network.channel(peer).peer()
                + " does not confirm the session id: the line changed the handshake"
                + (parties == 2 ? "" : ", or a party showed others another one"));
      }
    }
  }

  private static byte[] confirmation(byte[] sid, int role) {
    return new FieldHash("session confirmation").add(sid).add(role).digest();
  }
}
