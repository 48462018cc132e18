package org.schurmpc.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
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

  private static final String SQUARES = "the making of bits and squares";

  /** Bits from triples, or from whole corrections: there are no terms of preparation. */
  private static final SortedMap<String, String> NONE = Collections.emptySortedMap();

  /** Bits from squares, all of whose parts are given after the combination. */
  private static final SortedMap<String, String> GIVEN_LATE =
      new TreeMap<>(Map.of(SQUARES, "by two parties without triples"));

  /** Inputs took random bits and input masks: parties make no bits of their own. */
  private static final SortedMap<String, String> NO_OWN_BITS =
      new TreeMap<>(Map.of(SQUARES, "by two parties without triples, factors fixed first"));

  /**
   * A protocol, or what one with older terms of preparation says.
   *
   * @param older null for the protocol as it is
   */
  private static ConfiguredProtocol protocol(String field, SortedMap<String, String> older)
      throws Exception {
    ConfiguredProtocol protocol =
        Protocols.named("mascot")
            .configure(new ProtocolOptions(2, 1, new TreeMap<>(Map.of("field", field))));
    if (older == null) {
      return protocol;
    }
    return (ConfiguredProtocol)
        Proxy.newProxyInstance(
            ConfiguredProtocol.class.getClassLoader(),
            new Class<?>[] {ConfiguredProtocol.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("preparationTerms")) {
                return older;
              }
              try {
                return method.invoke(protocol, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** What both parties end with: bytes of material, or a failure. */
  private List<Object> prepare(
      String field,
      long bits,
      SortedMap<String, String> firstOlder,
      SortedMap<String, String> secondOlder)
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

  /** A peer of before commits to its shares of a check and opens them. Stores serve as before. */
  @ParameterizedTest
  @CsvSource({"gf2_128, 2, by tags", "gf2_128, 3,", "gf2_64, 2,"})
  void evaluationsNameTheComparison(String field, int parties, String expected) throws Exception {
    LayeredCircuit circuit = LayeredCircuit.of(RandomCircuits.built(3, 50));
    ConfiguredProtocol spdz =
        Protocols.named("spdz")
            .configure(new ProtocolOptions(parties, 1, new TreeMap<>(Map.of("field", field))));
    String name = "the comparison of MACs";
    assertEquals(expected, spdz.circuitTerms(circuit).get(name));
    assertFalse(spdz.terms().containsKey(name));
    assertFalse(spdz.preparationTerms().containsKey(name));
  }

  /** Stores have the same parameters as before, and stay as they are when a peer is refused. */
  @Test
  void sessionsThatPrepareNameTheDifferenceAndLeaveStoresAlone() throws Exception {
    List<Object> before = prepare(PRIME, 10, NONE, NONE);
    assertEquals(before.get(0), assertInstanceOf(Long.class, before.get(1)));
    String made = "'by two parties without triples, factors fixed first'";
    requireRefused(PRIME, NONE, SQUARES, made, "nothing");
    requireRefused(PRIME, GIVEN_LATE, SQUARES, made, "'by two parties without triples'");
    String proven = "'elements that are proven to be bits'";
    requireRefused(PRIME, NO_OWN_BITS, "the making of bits of parties", proven, "nothing");
    List<Object> after = prepare(PRIME, 20, null, null);
    assertEquals(before.get(0), after.get(0), "ten more, beside the ten of before");
    assertEquals(after.get(0), after.get(1));
  }

  @Test
  void overBinaryFieldsToo() throws Exception {
    List<Object> before = prepare("gf2_64", 10, NONE, NONE);
    assertEquals(before.get(0), assertInstanceOf(Long.class, before.get(1)));
    String made = "'by corrections of one bit'";
    requireRefused("gf2_64", NONE, "the making of bits", made, "nothing");
    List<Object> after = prepare("gf2_64", 20, null, null);
    assertEquals(after.get(0), after.get(1));
  }

  private void requireRefused(
      String field, SortedMap<String, String> older, String what, String made, String otherwise)
      throws Exception {
    List<Object> refused = prepare(field, 20, null, older);
    String differ = "the parties differ in " + what + ": ";
    assertEquals(differ + made + " here, " + otherwise + " at the peer", messageOf(refused.get(0)));
    assertEquals(differ + otherwise + " here, " + made + " at the peer", messageOf(refused.get(1)));
  }

  /** An older peer's comparison of parameters, after a session without terms of preparation. */
  @ParameterizedTest
  @CsvSource({
    PRIME + ", ''",
    PRIME + ", ', or how bits are made'",
    "gf2_64, ''",
    "gf2_64, ', or how bits are made'"
  })
  void thePreprocessingComparesItToo(String name, String named) throws Exception {
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
              digests.put("the size of batches" + named, digest(64));
              PublicValue.requireEqual(session, digests);
              return null;
            });
    String differ = "the parties differ in the size of batches";
    assertEquals(differ + ", or how bits are made", messageOf(ends.get(0)));
    assertEquals(differ + named, messageOf(ends.get(1)));
  }

  private static byte[] digest(int value) {
    return new FieldHash("preprocessing").add(value).digest();
  }

  private static String messageOf(Object end) {
    return assertInstanceOf(Disagreement.class, end).getMessage();
  }
}
