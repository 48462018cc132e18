package org.schurmpc.tinytable.material;

import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.TrustedDealer;

/**
 * Deals TinyTable's material (DNNR17, Figure 3): walks through the circuit in the order of the
 * parties, on the masks alone. <b>Insecure</b>: the dealer knows everything. All shares, codes and
 * keys are uniform under their constraints.
 */
public final class TinyTableDealer implements TrustedDealer {
  private static final int PARTIES = 2;

  private final String protocol;
  private final Scheme scheme;
  private final LaneLayout layout;
  private final Prg prg;
  private final long[] delta = new long[PARTIES];
  private final TableMaker maker;
  private final BigTableMaker bigMaker;

  /** Words for codewords; null for other schemes. */
  private final DealtWords words;

  private final long[] bits = new long[LookupTable.MAX_BITS];
  private boolean keysDealt;

  /** The masks of the slots, a word for each chunk. */
  private long[][] masks;

  private Map<MaterialKind, DealtItems> items = new LinkedHashMap<>();

  public TinyTableDealer(TableParameters parameters, SecureRandom random, Kernels kernels) {
    this(parameters, random, kernels, -1L);
  }

  /**
   * Creates a dealer.
   *
   * @param deltaMask mask of the bits of a global key that are drawn, the others being zero: all
   *     bits, except in tests that guess the key
   */
  TinyTableDealer(
      TableParameters parameters, SecureRandom random, Kernels kernels, long deltaMask) {
    this.protocol = parameters.storeName();
    this.scheme = parameters.scheme();
    this.layout = parameters.layout();
    this.prg = Prg.seededFrom(random);
    prg.nextLongs(delta, 0, PARTIES);
    for (int party = 0; party < PARTIES; party++) {
      delta[party] &= deltaMask;
    }
    this.maker = new TableMaker(scheme, prg, delta, kernels);
    this.bigMaker = new BigTableMaker(scheme, prg, delta);
    this.words = scheme.code().map(code -> new DealtWords(code, prg, kernels)).orElse(null);
  }

  @Override
  public void dealKeys(List<? extends MaterialSink> parties) throws MpcException {
    requireTwo(parties);
    if (keysDealt) {
      throw new IllegalStateException("the keys were dealt already");
    }
    keysDealt = true;
    for (int party = 0; party < PARTIES; party++) {
      long[] keys = new long[scheme.keyLongs()];
      try {
        if (scheme.isActive()) {
          keys[0] = delta[party];
        }
        if (words != null) {
          System.arraycopy(words.key(party), 0, keys, Scheme.VECTOR_KEY, Codeword.LONGS);
        }
        parties.get(party).keys(protocol, keys);
      } finally {
        Secrets.wipe(keys);
      }
    }
  }

  private static void requireTwo(List<? extends MaterialSink> parties) {
    if (parties.size() != PARTIES) {
      throw new IllegalArgumentException("TinyTable is for two parties, not " + parties.size());
    }
  }

  @Override
  public void deal(Demand demand, List<? extends MaterialSink> parties) throws MpcException {
    requireTwo(parties);
    LayeredCircuit circuit = demand.circuit().orElseThrow();
    Material material = Material.of(scheme, layout, circuit, demand.contributors());
    items = new LinkedHashMap<>();
    demand.quotas().forEach((kind, quota) -> items.put(kind, new DealtItems(kind, quota, parties)));
    masks = new long[layout.chunks()][circuit.slotCount()];
    LayerMaker layers = layers(circuit, material);
    try {
      dealInputs(circuit, material, demand.contributors());
      for (int d = 0; d < circuit.depth(); d++) {
        linear(circuit.linear(d));
        dealAnds(circuit.multiply(d), layers);
        dealTables(circuit.lookup(d), layers);
      }
      linear(circuit.linear(circuit.depth()));
      dealOutputs(circuit, material);
      for (DealtItems each : items.values()) {
        each.flush();
      }
    } finally {
      layers.wipe();
      wipeEvaluation();
      items.clear();
    }
  }

  private LayerMaker layers(LayeredCircuit circuit, Material material) {
    if (words == null) {
      return new PackedMaker(layout, material, maker, bigMaker, items);
    }
    WordPlan plan = WordPlan.of(circuit, layout, words.code());
    return new CodewordMaker(layout, material, plan, words, items);
  }

  private void dealInputs(LayeredCircuit circuit, Material material, List<Set<Integer>> owners)
      throws MpcException {
    int[] sizes = circuit.circuit().inputSizes();
    int[] slots = circuit.inputSlots();
    for (int party = 0; party < PARTIES; party++) {
      int count = Material.contributions(sizes, owners, party);
      long[] words = new long[(int) layout.words(count)];
      prg.nextLongs(words, 0, words.length);
      for (long word : words) {
        DealtItems to = items.get(material.inputMask(party));
        to.data[party][to.next()] = word;
      }
      int number = 0;
      int wire = 0;
      for (int value = 0; value < sizes.length; value++) {
        for (int i = 0; i < sizes[value]; i++, wire++) {
          if (owners.get(value).contains(party)) {
            for (int chunk = 0; chunk < masks.length; chunk++) {
              masks[chunk][slots[wire]] ^= layout.get(words, number, chunk);
            }
            number++;
          }
        }
      }
    }
  }

  private void linear(LinearBatch batch) {
    for (long[] wires : masks) {
      for (int i = 0; i < batch.size(); i++) {
        wires[batch.out(i)] =
            switch (batch.op(i)) {
              case LinearBatch.XOR -> wires[batch.left(i)] ^ wires[batch.right(i)];
              case LinearBatch.NOT -> ~wires[batch.left(i)] & layout.chunkMask();
              case LinearBatch.COPY -> wires[batch.left(i)];
              default -> 0; // constants have no mask
            };
      }
    }
  }

  private void dealAnds(MulBatch batch, LayerMaker layers) throws MpcException {
    int words = (int) layout.words(batch.size());
    long[] left = new long[words];
    long[] right = new long[words];
    long[] out = new long[words];
    prg.nextLongs(out, 0, words);
    for (int chunk = 0; chunk < masks.length; chunk++) {
      for (int i = 0; i < batch.size(); i++) {
        layout.put(left, i, chunk, masks[chunk][batch.left(i)]);
        layout.put(right, i, chunk, masks[chunk][batch.right(i)]);
      }
    }
    layers.ands(Math.toIntExact(layout.bits(batch.size())), left, right, out);
    for (int chunk = 0; chunk < masks.length; chunk++) {
      for (int i = 0; i < batch.size(); i++) {
        masks[chunk][batch.out(i)] = layout.get(out, i, chunk);
      }
    }
  }

  private void dealTables(LookupBatch batch, LayerMaker layers) throws MpcException {
    int tables = Math.multiplyExact(batch.size(), layout.lanes());
    int[] in = new int[tables];
    int[] out = new int[tables];
    for (int i = 0; i < batch.size(); i++) {
      for (int chunk = 0; chunk < masks.length; chunk++) {
        int at = i * layout.lanes() + chunk * layout.chunkLanes();
        dealMasks(batch, i, chunk, in, out, at);
      }
    }
    layers.tables(batch, in, out);
  }

  /** Draws output masks of a lookup, and reads its input masks. */
  private void dealMasks(LookupBatch batch, int i, int chunk, int[] in, int[] out, int at) {
    long[] wires = masks[chunk];
    for (int lane = 0; lane < layout.usedLanes(chunk); lane++) {
      for (int bit = 0; bit < batch.table(i).inputBits(); bit++) {
        in[at + lane] |= (int) (wires[batch.input(i, bit)] >>> lane & 1) << bit;
      }
    }
    int outputs = batch.table(i).outputBits();
    prg.nextLongs(bits, 0, outputs);
    for (int bit = 0; bit < outputs; bit++) {
      wires[batch.output(i, bit)] = bits[bit] & layout.chunkMask();
      for (int lane = 0; lane < layout.usedLanes(chunk); lane++) {
        out[at + lane] |= (int) (bits[bit] >>> lane & 1) << bit;
      }
    }
  }

  private void dealOutputs(LayeredCircuit circuit, Material material) throws MpcException {
    int[] slots = circuit.outputSlots();
    long[] words = new long[(int) layout.words(slots.length)];
    for (int chunk = 0; chunk < masks.length; chunk++) {
      for (int wire = 0; wire < slots.length; wire++) {
        layout.put(words, wire, chunk, masks[chunk][slots[wire]]);
      }
    }
    for (long word : words) {
      DealtItems to = items.get(material.outputMasks());
      int at = to.next();
      maker.share(word, to.data, at, 1, 1 + Material.BITS);
    }
  }

  private void wipeEvaluation() {
    items.values().forEach(DealtItems::wipe);
    for (long[] chunk : masks) {
      Secrets.wipe(chunk);
    }
    Secrets.wipe(bits);
  }

  @Override
  public void close() {
    Secrets.wipe(delta);
    bigMaker.wipe();
    if (words != null) {
      words.wipe();
    }
    prg.wipe();
  }
}
