package org.schurmpc.tinytable.material;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.crypto.Uniformity;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinytable.Configurations;

/** Every relation of dealt codewords: each is of its code and has its MAC, masks show nothing. */
class CodewordDealerTest {
  private final int[] keySymbols = new int[Gf256.ORDER];

  @ParameterizedTest
  @CsvSource({"codeword 256x120, 3", "codeword 255x85, 65", "codeword 16x5, 2"})
  void relationsHold(String scheme, int lanes) throws Exception {
    for (long seed = 0; seed < 6; seed++) {
      Circuit circuit = RandomCircuits.withLookups(seed);
      LayeredCircuit layered = LayeredCircuit.of(circuit);
      IoMap io = IoMaps.random(circuit, new Random(seed));
      ProtocolRun run =
          new ProtocolRun(Configurations.tinytable(scheme, lanes, "plain"), layered, io, seed);
      requireRelations(run, 1);
    }
    Uniformity.require(keySymbols, "keys");
  }

  /** Words that the parties make themselves, of several evaluations. */
  @ParameterizedTest
  @CsvSource({"codeword 24x4, 3, 1", "codeword 256x120, 65, 3"})
  void relationsHoldWithoutDealer(String scheme, int lanes, long seed) throws Exception {
    LayeredCircuit circuit = LayeredCircuit.of(RandomCircuits.withLookups(seed));
    IoMap io = IoMaps.random(circuit.circuit(), new Random(seed));
    requireRelations(
        ProtocolRun.prepared(Configurations.tinytable(scheme, lanes, "auto"), circuit, io, seed, 2),
        2);
    Uniformity.require(keySymbols, "keys");
  }

  private void requireRelations(ProtocolRun run, int evaluations) throws Exception {
    TableCode code = Configurations.parameters(run).scheme().code().orElseThrow();
    Material material = Configurations.material(run);
    WordPlan plan = WordPlan.of(run.circuit, Configurations.parameters(run).layout(), code);
    requireRelations(run, code, material.andTables(), plan.ands(), true, evaluations);
    for (Map.Entry<WordPlan.Shape, Blocks> each : plan.lookups().entrySet()) {
      WordPlan.Shape shape = each.getKey();
      MaterialKind kind = material.tables(shape.inputBits(), shape.bits());
      requireRelations(run, code, kind, each.getValue(), false, evaluations);
    }
  }

  private void requireRelations(
      ProtocolRun run,
      TableCode code,
      MaterialKind kind,
      Blocks blocks,
      boolean maskHasData,
      int evaluations)
      throws Exception {
    PublicEncoder c = new PublicEncoder(code.c(), NamedKernels.of("plain"));
    PublicEncoder star = new PublicEncoder(code.star(), NamedKernels.of("plain"));
    for (long i = 0; i < evaluations * blocks.groups(); i++) {
      long group = i % blocks.groups();
      for (int item = 0; item <= blocks.wordsIn(group); item++) {
        long[][] items = {next(run, 0, kind), next(run, 1, kind)};
        for (int party = 0; party < 2; party++) {
          assertTrue((item == 0 ? star : c).isCodeword(items[party], 0));
          // Zero data that the parties prepare have no key.
          int uniformFrom = item == 0 && !maskHasData ? code.k() : 0;
          requireMac(run, code, items[party], items[1 - party], 1 - party, uniformFrom);
          requireZeros(code, blocks, group, item, items[party], maskHasData);
        }
      }
    }
    for (int party = 0; party < 2; party++) {
      assertEquals(0, run.stores[party].available(kind));
    }
  }

  private static long[] next(ProtocolRun run, int party, MaterialKind kind) throws Exception {
    Lease lease = run.stores[party].lease(kind, 1);
    return Arrays.copyOfRange(lease.data(), lease.offset(), lease.offset() + Material.WORD);
  }

  private void requireMac(
      ProtocolRun run, TableCode code, long[] mine, long[] theirs, int verifier, int uniformFrom) {
    long[] keys = run.stores[verifier].keys(Configurations.parameters(run).storeName());
    for (int p = 0; p < Codeword.POSITIONS; p++) {
      int a = Codeword.symbol(keys, Scheme.VECTOR_KEY, p);
      int word = Codeword.symbol(mine, 0, p);
      int mac = Codeword.symbol(mine, Material.WORD_MAC, p);
      int key = Codeword.symbol(theirs, Material.WORD_KEY, p);
      assertEquals(mac, Gf256.mul(a, word) ^ key);
      if (p >= uniformFrom && p < code.c().n()) {
        keySymbols[key]++;
      } else if (p >= code.c().n()) {
        assertEquals(0, a | word | mac | key);
      }
    }
  }

  /** Data are in the slots' bits, and those of masks at places in use. */
  private static void requireZeros(
      TableCode code, Blocks blocks, long group, int item, long[] word, boolean maskHasData) {
    for (int p = 0; p < code.k(); p++) {
      int allowed = 0;
      for (int slot = 0; slot < blocks.slotsIn(group); slot++) {
        int tables = Math.min(blocks.perSlot(), blocks.tablesIn(group) - slot * blocks.perSlot());
        boolean ofSlot = item == 0 ? maskHasData : (item - 1) / blocks.rows() == slot;
        if (ofSlot && p < tables * blocks.columns()) {
          allowed |= ((1 << blocks.bits()) - 1) << (slot * blocks.bits());
        }
      }
      assertEquals(0, Codeword.symbol(word, 0, p) & ~allowed);
    }
  }
}
