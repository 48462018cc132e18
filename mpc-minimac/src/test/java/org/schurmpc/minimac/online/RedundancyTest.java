package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.minimac.Configurations.ITEMS;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.EncoderKind;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.crypto.Uniformity;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.AuthWord;
import org.schurmpc.minimac.material.MiniMacCode;
import org.schurmpc.minimac.material.MiniMacDealer;
import org.schurmpc.minimac.material.Packing;

/**
 * A product of a public word and a secret one shows all of the secret through its redundancy when
 * it is opened bare. With a mask of zero data and uniform redundancy, two secrets with the same
 * visible data cannot be told apart.
 */
class RedundancyTest {
  private static final int SAMPLES = 4096;
  private static final int GATES = 40;

  /** The handshake, positions and inputs come before. */
  private static final int FIRST_OPENING = 4;

  private final Kernels kernels = Configurations.kernels("plain");
  private final Variant variant = Configurations.minitrixVariant(Configurations.SMALL);
  private final MiniMacCode code = variant.code();
  private final PublicEncoder encoder = new PublicEncoder(code.c(), kernels);

  /** C(u) * C(x) for the indicator u of the first symbol. */
  private long[] product(int... data) {
    long[] u = new long[Codeword.LONGS];
    Codeword.setSymbol(u, 0, 0, 1);
    encoder.encode(u, 0, u, 0);
    long[] x = new long[Codeword.LONGS];
    for (int p = 0; p < data.length; p++) {
      Codeword.setSymbol(x, 0, p, data[p]);
    }
    encoder.encode(x, 0, x, 0);
    long[] result = new long[Codeword.LONGS];
    kernels.schurMulAdd(result, 0, u, 0, x, 0, 1, 1);
    return result;
  }

  @Test
  void aBareProductShowsTheSecretBesidesItsData() {
    long[] one = product(7, 1, 2);
    long[] other = product(7, 3, 4);
    for (int p = 0; p < code.c().k(); p++) {
      assertTrue(Codeword.symbol(one, 0, p) == Codeword.symbol(other, 0, p));
    }
    assertFalse(Arrays.equals(one, other));
  }

  @Test
  void aMaskedProductDoesNot() throws Exception {
    requireNothingShown(variant, ITEMS.outputMask(), 0, code.c().k());
  }

  /** Under a pair's mask not even the data is shown. */
  @Test
  void aProductUnderAPairDoesNotEither() throws Exception {
    for (Packing packing : Packing.values()) {
      Variant pairs =
          new Variant.Rung(
              2, code, packing, ConversionMode.ONE, false, EncoderKind.RUSSIANS, OpeningMode.PAPER);
      requireNothingShown(pairs, ITEMS.pair(), ITEMS.star(), 0);
    }
  }

  /** In a run on zeros alone, all that is opened over C and C* adds up to uniform symbols. */
  @ParameterizedTest
  @EnumSource(Packing.class)
  void whatIsOpenedForAGateIsUniform(Packing packing) throws Exception {
    Variant of =
        Configurations.rung("255x85", packing, ConversionMode.ONE, true, OpeningMode.BATCHED);
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(GATES);
    int[] y = builder.input(GATES);
    int[] z = new int[GATES];
    for (int i = 0; i < GATES; i++) {
      z[i] = builder.and(x[i], y[i]);
    }
    builder.output(z);
    Circuit circuit = builder.build();
    ProtocolRun run =
        new ProtocolRun(
            Configurations.of(of), LayeredCircuit.of(circuit), IoMap.roundRobin(circuit, 2), 9);
    List<List<byte[]>> frames = List.of(new ArrayList<>(), new ArrayList<>());
    Network[] networks = InMemoryNetwork.create(2);
    for (int party = 0; party < 2; party++) {
      List<byte[]> sent = frames.get(party);
      networks[party] =
          new TamperingNetwork(
              networks[party],
              (peer, index, frame) -> {
                sent.add(frame);
                return frame;
              });
    }
    BitMatrix zeros = new BitMatrix(2 * GATES, of.material().lanes());
    run.run(networks, zeros, zeros);
    requireUniformSum(frames, FIRST_OPENING, 2 * GATES, of.code().c().k());
    requireUniformSum(frames, FIRST_OPENING + 1, GATES, of.code().star().k());
  }

  private static void requireUniformSum(
      List<List<byte[]>> frames, int frame, int words, int symbols) {
    int[] histogram = new int[256];
    for (int i = 0; i < words; i++) {
      long[][] shares = new long[2][Codeword.LONGS];
      for (int party = 0; party < 2; party++) {
        byte[] sent = frames.get(party).get(frame);
        assertEquals(words * symbols, sent.length);
        SymbolCodec.unpack(sent, i * symbols, symbols, shares[party], 0);
      }
      for (int p = 0; p < symbols; p++) {
        histogram[Codeword.symbol(shares[0], 0, p) ^ Codeword.symbol(shares[1], 0, p)]++;
      }
    }
    Uniformity.require(histogram, "frame " + frame);
  }

  /** All symbols from {@code from} on are uniform under masks, whatever they mask. */
  private void requireNothingShown(Variant of, MaterialKind kind, int part, int from)
      throws Exception {
    MemoryPrepStore[] stores = {new MemoryPrepStore(), new MemoryPrepStore()};
    MiniMacDealer dealer = new MiniMacDealer(of.material(), new SecureRandom(), kernels);
    dealer.dealKeys(List.of(stores[0], stores[1]));
    Demand demand = Demand.of("test").add(kind, 2 * SAMPLES).build();
    dealer.deal(demand, List.of(stores[0], stores[1]));
    for (long[] word : List.of(product(7, 1, 2), product(7, 3, 4))) {
      int n = code.c().n();
      int[][] counts = new int[n - from][256];
      int[] sums = new int[256];
      for (int i = 0; i < SAMPLES; i++) {
        long[] opened = word.clone();
        for (MemoryPrepStore store : stores) {
          Lease mask = store.lease(kind, 1);
          int share = mask.offset() + part + AuthWord.SHARE;
          kernels.xorInto(opened, 0, mask.data(), share, Codeword.LONGS);
        }
        for (int p = from; p < n; p++) {
          counts[p - from][Codeword.symbol(opened, 0, p)]++;
        }
        int k = code.c().k();
        sums[Codeword.symbol(opened, 0, k) ^ Codeword.symbol(opened, 0, k + 1)]++;
      }
      for (int[] histogram : counts) {
        Uniformity.require(histogram, kind.name());
      }
      Uniformity.require(sums, "sums");
    }
  }
}
