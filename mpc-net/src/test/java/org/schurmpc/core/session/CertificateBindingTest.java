package org.schurmpc.core.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.net.Certificates;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Network;

/** The session id names the certificates that the transport has seen. */
class CertificateBindingTest {

  private static final Fingerprint A = fingerprint("a");
  private static final Fingerprint B = fingerprint("b");
  private static final Fingerprint C = fingerprint("c");

  private static Fingerprint fingerprint(String digit) {
    try {
      return Fingerprint.parse(digit.repeat(64));
    } catch (org.schurmpc.core.abort.Refused e) {
      throw new IllegalStateException(e);
    }
  }

  /** The same object, with another answer to one method. */
  private static <T> T with(Class<T> type, T object, String method, Object answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, arguments) -> {
              if (called.getName().equals(method)) {
                return answer;
              }
              try {
                return called.invoke(object, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  /** Nonces are the same each time, so that what differs is due to the certificates. */
  private static List<Object> establish(Certificates first, Certificates second) throws Exception {
    Network[] networks = SessionPairs.networks();
    Certificates[] both = {first, second};
    for (int i = 0; i < 2; i++) {
      Optional<Certificates> seen = Optional.ofNullable(both[i]);
      Channel channel = with(Channel.class, networks[i].channel(1 - i), "certificates", seen);
      networks[i] = with(Network.class, networks[i], "channel", channel);
    }
    return SessionPairs.networkOutcomes(
        networks,
        network -> {
          try (Session session =
              Session.establish(
                  network, SessionPairs.terms(), SessionPairs.seeded("nonce " + network.party()))) {
            return session.sid();
          }
        });
  }

  private static byte[] agreed(Certificates first, Certificates second) throws Exception {
    List<Object> sids = establish(first, second);
    assertArrayEquals((byte[]) sids.get(0), (byte[]) sids.get(1));
    return (byte[]) sids.get(0);
  }

  @Test
  void eachPairOfCertificatesGivesAnotherSession() throws Exception {
    List<byte[]> sids =
        List.of(
            agreed(null, null),
            agreed(new Certificates(A, B), new Certificates(B, A)),
            agreed(new Certificates(B, A), new Certificates(A, B)),
            agreed(new Certificates(A, C), new Certificates(C, A)),
            agreed(new Certificates(C, B), new Certificates(B, C)));
    for (byte[] one : sids) {
      for (byte[] other : sids) {
        assertFalse(one != other && Arrays.equals(one, other));
      }
    }
    assertArrayEquals(sids.get(1), agreed(new Certificates(A, B), new Certificates(B, A)));
  }

  @Test
  void whoSeesOtherCertificatesThanThePeerShowsGetsNoSession() throws Exception {
    Certificates second = new Certificates(B, A);
    for (Certificates first : new Certificates[] {new Certificates(A, C), null}) {
      Outcomes.assertEnded(
          ConnectionLost.class, establish(first, second).get(0), "does not confirm");
    }
  }

  @Test
  void oneCertificateForBothIsRefused() throws Exception {
    Outcomes.assertEnded(
        Disagreement.class,
        establish(new Certificates(A, A), new Certificates(A, B)).get(0),
        "connection to oneself",
        A.toString());
  }
}
