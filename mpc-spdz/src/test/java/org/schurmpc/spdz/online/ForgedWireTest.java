package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.contract.ForgedOpening;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;

/**
 * Lookups of a circuit at an AND gate, of which a peer forges an opening: the check that fails
 * shows α times the error, and nothing of the honest party's bits.
 */
class ForgedWireTest {
  private static final int CHEATER = 1;
  private static final int LANES = 3;
  private static final int BYTES = 5;

  /** Outside of the span of the indices. */
  private static final int OUTSIDE = 30;

  private final Field field;
  private final LayeredCircuit circuit;

  ForgedWireTest() throws Exception {
    field = Fields.named("gf2_40");
    CircuitBuilder builder = new CircuitBuilder();
    int x = builder.input(1)[0];
    int y = builder.input(1)[0];
    LookupTable table = new LookupTable(2, 1, new int[] {1, 0, 0, 1});
    builder.output(builder.lookup(table, builder.and(x, y), y));
    circuit = LayeredCircuit.of(builder.build());
  }

  /** Moves ε of the first AND: the second message of its length, after that of random bits. */
  private static ForgedOpening forged(int parties) {
    int[] counts = new int[1 << Byte.SIZE];
    return new ForgedOpening(
        parties,
        CHEATER,
        new ForgedOpening.Move() {
          @Override
          public boolean move(int index, byte[] frame) {
            throw new IllegalStateException("by connection");
          }

          @Override
          public boolean move(int from, int to, int index, byte[] frame) {
            boolean here = frame.length == 2 * LANES * BYTES && ++counts[from << 4 | to] == 2;
            if (here) {
              frame[OUTSIDE / Byte.SIZE] ^= (byte) (1 << OUTSIDE % Byte.SIZE);
            }
            return here;
          }
        });
  }

  /** Returns the first coefficient that a toss draws, times an element. */
  private long[] scaled(byte[] seed, long[] element) {
    long[] uniform = new long[field.uniformWords()];
    long[] product = new long[1];
    new Prg(seed.clone()).nextLongs(uniform, 0, uniform.length);
    field.fromUniform(uniform, 0, product, 0, 1);
    field.multiply(product, 0, element, 0, product, 0, 1);
    return product;
  }

  private void requireNothingShown(int parties, int trials) throws Exception {
    Material material = new Material(field);
    IoMap io =
        new IoMap(
            List.of(new InputSource.Private(CHEATER), new InputSource.Private(0)),
            List.of(new OutputTarget.All()));
    int shown = 0;
    for (int trial = 0; trial < trials; trial++) {
      var protocol = Configurations.spdz(parties, LANES, "gf2_40", "all");
      ProtocolRun run = new ProtocolRun(protocol, circuit, io, trial);
      long[] alpha = new long[1];
      for (var store : run.stores) {
        field.add(alpha, 0, store.keys(material.storeName()), 0, alpha, 0, 1);
      }
      BitMatrix[] inputs = run.allInputs();
      ForgedOpening forged = forged(parties);
      Network[] networks = forged.of(SessionPairs.networks(parties));
      List<Object> ends =
          Parties.run(
              networks,
              ProtocolRun.LIMIT,
              network -> {
                try {
                  return run.evaluate(network, inputs[network.party()]);
                } catch (MpcException e) {
                  return e;
                }
              });
      assertInstanceOf(PeerCheated.class, ends.get(0));
      assertTrue(forged.forged());
      List<byte[]> sums = forged.sums(field);
      assertEquals(2, sums.size(), "a toss, and a σ");
      long[] error = field.element(1L << OUTSIDE);
      long[] right = scaled(sums.get(0), error);
      field.multiply(right, 0, alpha, 0, right, 0, 1);
      long[] sigma = new long[1];
      field.fromBytes(sums.get(1), 0, sigma, 0, 1);
      shown += sigma[0] == right[0] ? 0 : 1;
    }
    assertEquals(0, shown, "of " + trials);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aForgedProductShowsNoBit(int parties) throws Exception {
    requireNothingShown(parties, 8);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void twoHundredForgedProducts(int parties) throws Exception {
    requireNothingShown(parties, 200);
  }
}
