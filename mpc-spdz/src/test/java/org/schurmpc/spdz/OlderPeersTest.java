package org.schurmpc.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.StockPlan;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.prep.MascotParameters;
import org.schurmpc.spdz.prep.MascotPreprocessor;

/** Peers that make bits in another way are refused before anything is made. */
class OlderPeersTest {
  private static final String PRIME = "18446744073709551557";

  @TempDir private Path directory;

  /** A protocol, or what an older one says: it has no terms of preparation. */
  private static ConfiguredProtocol protocol(String field, boolean older) throws Exception {
    ConfiguredProtocol protocol =
        Protocols.named("mascot")
            .configure(new ProtocolOptions(2, 1, new TreeMap<>(Map.of("field", field))));
    if (!older) {
      return protocol;
    }
    return (ConfiguredProtocol)
        Proxy.newProxyInstance(
            ConfiguredProtocol.class.getClassLoader(),
            new Class<?>[] {ConfiguredProtocol.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("preparationTerms")) {
                return Collections.emptySortedMap();
              }
              try {
                return method.invoke(protocol, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** What both parties end with: bytes of material, or a failure. */
  private List<Object> prepare(String field, long bits, boolean firstOlder, boolean secondOlder)
      throws Exception {
    return SessionPairs.networkOutcomes(
        SessionPairs.networks(),
        network -> {
          ConfiguredProtocol protocol =
              protocol(field, network.party() == 0 ? firstOlder : secondOlder);
          StockPlan plan =
              new StockPlan(protocol, protocol.stock(new TreeMap<>(Map.of("bit", bits))));
          try (StoreDirectory store = open(network.party())) {
            return plan.prepare(network, store, (there, wanted) -> {});
          }
        });
  }

  private StoreDirectory open(int party) throws Exception {
    return StoreDirectory.openOrCreate(
        directory.resolve("store " + party),
        new StoreAccess(directory.resolve("records " + party), Optional.empty()));
  }

  /** Stores have the same parameters as before, and stay as they are when a peer is refused. */
  @ParameterizedTest
  @CsvSource({
    PRIME + ", bits and squares, by two parties without triples",
    "gf2_64, bits, by corrections of one bit"
  })
  void sessionsThatPrepareNameTheDifferenceAndLeaveStoresAlone(
      String field, String what, String how) throws Exception {
    List<Object> before = prepare(field, 10, true, true);
    assertEquals(before.get(0), assertInstanceOf(Long.class, before.get(1)));
    List<Object> refused = prepare(field, 20, false, true);
    String differ = "the parties differ in the making of %s: ".formatted(what);
    String made = "'%s'".formatted(how);
    assertEquals(differ + made + " here, nothing at the peer", messageOf(refused.get(0)));
    assertEquals(differ + "nothing here, " + made + " at the peer", messageOf(refused.get(1)));
    List<Object> after = prepare(field, 20, false, false);
    assertEquals(before.get(0), after.get(0), "ten more, beside the ten of before");
    assertEquals(after.get(0), after.get(1));
  }

  /** An older peer's comparison of parameters, after a session without terms of preparation. */
  @ParameterizedTest
  @ValueSource(strings = {PRIME, "gf2_64"})
  void thePreprocessingComparesItToo(String name) throws Exception {
    Field field = Fields.named(name);
    MascotParameters parameters = new MascotParameters(field, 62, 4, 1, 64);
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              if (session.party() == 0) {
                return MascotPreprocessor.begin(
                    session, parameters, () -> KernelProvider.choose().kernels());
              }
              TreeMap<String, byte[]> digests = new TreeMap<>();
              digests.put("the field", new FieldHash("field").add(name).digest());
              digests.put("the statistical security", digest(62));
              digests.put("k of the OT extension", digest(4));
              digests.put("the threads of the preprocessing", digest(1));
              digests.put("the size of batches", digest(64));
              PublicValue.requireEqual(session, digests);
              return null;
            });
    String differ = "the parties differ in the size of batches";
    assertEquals(differ + ", or how bits are made", messageOf(ends.get(0)));
    assertEquals(differ, messageOf(ends.get(1)));
  }

  private static byte[] digest(int value) {
    return new FieldHash("preprocessing").add(value).digest();
  }

  private static String messageOf(Object end) {
    return assertInstanceOf(Disagreement.class, end).getMessage();
  }
}
