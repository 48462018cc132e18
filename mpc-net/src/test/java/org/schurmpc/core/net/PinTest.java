package org.schurmpc.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Two certificates of one party during its renewal, over real connections. */
@Timeout(120)
@SuppressWarnings("try") // a refused caller ends listening early
class PinTest {
  private static final String HOST = "127.0.0.1";
  private static final NetOptions OPTIONS =
      NetOptions.party().withSpin(Duration.ZERO).withConnectDeadline(Duration.ofSeconds(30));

  private static final TestIdentities.Identity ONE = TestIdentities.valid("party 1");
  private static final TestIdentities.Identity ONE_NEW = TestIdentities.valid("party 1 renewed");
  private static final TestIdentities.Identity TWO = TestIdentities.valid("party 2");
  private static final TestIdentities.Identity TWO_NEW = TestIdentities.valid("party 2 renewed");
  private static final TestIdentities.Identity STRANGER = TestIdentities.valid("a stranger");

  private static Pin pin(TestIdentities.Identity... accepted) {
    return new Pin(List.of(accepted).stream().map(TestIdentities.Identity::fingerprint).toList());
  }

  private static NetOptions with(TestIdentities.Identity own, Pin... pins) {
    return OPTIONS.withTls(new Tls(own.show(), List.of(pins)));
  }

  /** What two parties end with: the certificates of their session, or why there is none. */
  private static List<Object> outcomes(NetOptions first, NetOptions second) throws Exception {
    return outcomes(2, first, second);
  }

  /** The first party stops to listen when the second one is refused. */
  private static List<Object> outcomes(int parties, NetOptions first, NetOptions second)
      throws Exception {
    try (NettyNetwork.Listening listening =
        NettyNetwork.listen(0, parties, new Endpoint(HOST, 0), first)) {
      List<Endpoint> all = new ArrayList<>(List.of(new Endpoint(HOST, listening.port())));
      all.addAll(Collections.nCopies(parties - 1, new Endpoint(HOST, 0)));
      return Networks.together(
          List.of(
              () -> outcome(() -> listening.connect(List.of())),
              () -> {
                Object ended = outcome(() -> NettyNetwork.connect(1, all, second));
                if (ended instanceof MpcException) {
                  listening.close();
                }
                return ended;
              }));
    }
  }

  private static Object outcome(Callable<Network> connect) throws Exception {
    try (Network network = connect.call()) {
      return Session.establish(network, SessionPairs.terms(), new SecureRandom()).certificates();
    } catch (MpcException e) {
      return e;
    }
  }

  private static List<Fingerprint> shown(TestIdentities.Identity... all) {
    return List.of(all).stream().map(TestIdentities.Identity::fingerprint).toList();
  }

  /** The parties pin different numbers of certificates; the session holds those that were shown. */
  @Test
  void theOldAndTheNewCertificateAreAccepted() throws Exception {
    Pin both = pin(TWO, TWO_NEW);
    for (TestIdentities.Identity second : List.of(TWO, TWO_NEW)) {
      NetOptions first = with(ONE, pin(ONE), both);
      assertEquals(
          List.of(shown(ONE, second), shown(ONE, second)),
          outcomes(first, with(second, pin(ONE), pin(second))));
      assertEquals(
          List.of(shown(ONE, second), shown(ONE, second)),
          outcomes(first, with(second, pin(ONE, ONE_NEW), both)));
    }
    for (TestIdentities.Identity first : List.of(ONE, ONE_NEW)) {
      assertEquals(
          List.of(shown(first, TWO), shown(first, TWO)),
          outcomes(with(first, pin(first), pin(TWO)), with(TWO, pin(ONE_NEW, ONE), pin(TWO))));
    }
  }

  @Test
  void aThirdCertificateIsRefusedByName() throws Exception {
    List<Object> callee =
        outcomes(with(STRANGER, pin(STRANGER), pin(TWO)), with(TWO, pin(ONE, ONE_NEW), pin(TWO)));
    String said = assertInstanceOf(ConnectionLost.class, callee.get(1)).getMessage();
    assertTrue(
        said.endsWith(
            "shows a certificate with fingerprint %s, not the pinned %s or %s."
                .formatted(STRANGER.fingerprint(), ONE.fingerprint(), ONE_NEW.fingerprint())),
        said);
    List<Object> caller =
        outcomes(with(ONE, pin(ONE), pin(TWO, TWO_NEW)), with(STRANGER, pin(ONE), pin(STRANGER)));
    said = assertInstanceOf(ConnectionLost.class, caller.get(1)).getMessage();
    assertTrue(said.contains("refused our certificate (" + STRANGER.fingerprint()), said);
  }

  /** Party 3's second certificate is pinned, and does not let it be party 2. */
  @Test
  void aSecondCertificateIsForItsPartyAlone() throws Exception {
    TestIdentities.Identity three = TestIdentities.valid("party 3");
    TestIdentities.Identity threeNew = TestIdentities.valid("party 3 renewed");
    NetOptions first = with(ONE, pin(ONE), pin(TWO, TWO_NEW), pin(three, threeNew));
    NetOptions posing = with(threeNew, pin(ONE), pin(threeNew), pin(TWO));
    List<Object> both = outcomes(3, first, posing);
    String said = assertInstanceOf(ConnectionLost.class, both.get(1)).getMessage();
    assertTrue(said.endsWith("it is not the one that is pinned for party 2."), said);
  }

  /** Both certificates are pinned, and a session is held to the one that it began with. */
  @Test
  void aForkWithTheOtherCertificateIsRefused() throws Exception {
    NetOptions first = with(ONE, pin(ONE), pin(TWO, TWO_NEW));
    try (NettyNetwork.Listening listening =
        NettyNetwork.listen(0, 2, new Endpoint(HOST, 0), first)) {
      Endpoint at = new Endpoint(HOST, listening.port());
      NetOptions second = with(TWO, pin(ONE), pin(TWO));
      List<Network> session =
          Networks.together(
              List.of(
                  () -> listening.connect(List.of()),
                  () -> NettyNetwork.connect(1, List.of(at, at), second)));
      NetOptions renewed = with(TWO_NEW, pin(ONE), pin(TWO_NEW));
      Wiring other = new Wiring(1, 2, renewed, List.of(at), null);
      byte[] sid = {7};
      List<Object> ends =
          Networks.together(
              List.of(
                  () -> fork(() -> session.get(0).fork(sid, 1)),
                  () -> fork(() -> other.open(ByteBuffer.wrap(sid), 1))));
      String said = assertInstanceOf(Disagreement.class, ends.get(0)).getMessage();
      assertTrue(
          said.endsWith(
              "shows the certificate %s, but %s on the first connection of the session."
                  .formatted(TWO_NEW.fingerprint(), TWO.fingerprint())),
          said);
      ends =
          Networks.together(
              List.of(
                  () -> fork(() -> session.get(0).fork(sid, 2)),
                  () -> fork(() -> session.get(1).fork(sid, 2))));
      assertEquals(List.of("forked", "forked"), ends);
      session.forEach(Network::close);
    }
  }

  private static Object fork(Callable<Network> open) throws Exception {
    try (Network fork = open.call()) {
      return "forked";
    } catch (MpcException e) {
      return e;
    }
  }

  @Test
  void twoPartiesShareNoCertificate() {
    NetOptions shared = with(ONE, pin(ONE, ONE_NEW), pin(TWO, ONE_NEW));
    Disagreement e =
        assertThrows(
            Disagreement.class, () -> NettyNetwork.listen(0, 2, new Endpoint(HOST, 0), shared));
    assertEquals(
        "Parties 1 and 2 are pinned to the same certificate, %s: each needs its own."
            .formatted(ONE_NEW.fingerprint()),
        e.getMessage());
    assertFalse(Pin.allDiffer(List.of(pin(ONE, ONE_NEW), pin(TWO, ONE_NEW))));
    assertTrue(Pin.allDiffer(List.of(pin(ONE, ONE_NEW), pin(TWO, TWO_NEW))));
  }

  @Test
  void aPinIsReadAsItsFingerprints() throws Exception {
    String one = ONE.fingerprint().toString();
    String two = TWO.fingerprint().toString();
    assertEquals(pin(ONE), Pin.parse(one));
    assertEquals(pin(ONE, TWO), Pin.parse(one + "/" + two));
    assertEquals(one + " or " + two, Pin.parse(List.of(one, two)).toString());
    assertFalse(pin(ONE, TWO).accepts(null));
    Refused same = assertThrows(Refused.class, () -> Pin.parse(one + "/" + one));
    assertTrue(same.getMessage().contains("are the same"), same.getMessage());
    assertThrows(Refused.class, () -> Pin.parse(List.of(one, two, one)));
    assertThrows(IllegalArgumentException.class, () -> pin(ONE, ONE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "SHA256:12"})
  void otherTextIsNoPin(String text) {
    assertThrows(Refused.class, () -> Pin.parse(text));
  }
}
