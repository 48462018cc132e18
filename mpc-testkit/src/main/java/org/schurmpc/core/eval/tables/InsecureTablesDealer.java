package org.schurmpc.core.eval.tables;

import java.security.SecureRandom;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.TrustedDealer;

/**
 * Walks through the circuit as the parties will, on the masks alone, and deals what they will
 * consume in that order. <b>Insecure</b>: it knows every mask.
 */
final class InsecureTablesDealer implements TrustedDealer {
  private final int lanes;
  private final int words;
  private final Prg prg;
  private final long[][] items;

  InsecureTablesDealer(int lanes, SecureRandom random) {
    this.lanes = lanes;
    this.words = BitMatrix.wordsFor(lanes);
    this.prg = Prg.seededFrom(random);
    this.items = new long[2][Material.PARTS * words];
  }

  /** None: there are no MACs. */
  @Override
  public void dealKeys(List<? extends MaterialSink> parties) throws MpcException {
    for (MaterialSink party : parties) {
      party.keys(InsecureTables.materialFor(lanes), new long[0]);
    }
  }

  @Override
  public void close() {
    for (long[] item : items) {
      Secrets.wipe(item);
    }
  }

  @Override
  public void deal(Demand demand, List<? extends MaterialSink> parties) throws MpcException {
    LayeredCircuit circuit = demand.circuit().orElseThrow();
    Material material = Material.of(circuit, lanes);
    BitMatrix masks = new BitMatrix(circuit.slotCount(), lanes);
    for (int slot : circuit.inputSlots()) {
      drawMask(masks, slot, 0);
      for (int party = 0; party < items.length; party++) {
        parties.get(party).put(material.inputMask(), items[party], 0, 1);
      }
    }
    for (int d = 0; d < circuit.depth(); d++) {
      LinearRows.onMasks(circuit.linear(d), masks);
      MulBatch gates = circuit.multiply(d);
      for (int i = 0; i < gates.size(); i++) {
        makeTable(gates, i, masks);
        for (int party = 0; party < items.length; party++) {
          parties.get(party).put(material.and(), items[party], 0, 1);
        }
      }
    }
    Secrets.wipe(masks.words());
    Secrets.wipe(items[0]);
    Secrets.wipe(items[1]);
  }

  /** Draws both shares of a slot's mask into the items, and keeps their sum. */
  private void drawMask(BitMatrix masks, int slot, int itemOffset) {
    for (long[] item : items) {
      prg.nextLongs(item, itemOffset, words);
    }
    int start = masks.offset(slot);
    for (int w = 0; w < words; w++) {
      masks.words()[start + w] = items[0][itemOffset + w] ^ items[1][itemOffset + w];
    }
  }

  private void makeTable(MulBatch gates, int i, BitMatrix masks) {
    drawMask(masks, gates.out(i), Material.ENTRIES * words);
    prg.nextLongs(items[0], 0, Material.ENTRIES * words);
    int u = masks.offset(gates.left(i));
    int v = masks.offset(gates.right(i));
    int o = masks.offset(gates.out(i));
    for (int entry = 0; entry < Material.ENTRIES; entry++) {
      long c = -(entry >> 1L);
      long d = -(entry & 1L);
      for (int w = 0; w < words; w++) {
        long[] mask = masks.words();
        long value = ((c ^ mask[u + w]) & (d ^ mask[v + w])) ^ mask[o + w];
        items[1][entry * words + w] = items[0][entry * words + w] ^ value;
      }
    }
  }
}
