package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.LookupKind.Form;

/**
 * Each opening for masked tables has a mask of its own: tables would be right, too, if a triple or
 * a bit were used twice.
 */
class TablesMasksTest {
  private static final int TABLES = 100;
  private static final int INPUT_BITS = 6;
  private static final int LEVELS = INPUT_BITS - 1;
  private static final int BYTES = 5;

  /** Size of the opening of a level: for each table, a bit of s and p, masked. */
  private static final int LEVEL_BYTES = 2 * TABLES * BYTES;

  private static final int BITDEC_BYTES = (1 << INPUT_BITS) / Byte.SIZE * TABLES;

  /** Deviation from one half of the number of ones among 100 uniform bits: 6 deviations. */
  private static final int MOST_OFF = 30;

  private final List<byte[]> levels = new ArrayList<>();
  private final List<byte[]> bitDec = new ArrayList<>();

  /** By coefficient or by bit of s, a bit of each table. */
  private final List<boolean[]> columns = new ArrayList<>();

  /** Adds up the openings of both parties. */
  private TamperingNetwork.Hook recording() {
    AtomicInteger level = new AtomicInteger();
    return (peer, index, frame) -> {
      synchronized (levels) {
        if (frame.length == LEVEL_BYTES) {
          add(levels, level.getAndIncrement(), frame);
        } else if (frame.length == BITDEC_BYTES) {
          add(bitDec, 0, frame);
        }
      }
      return frame;
    };
  }

  private static void add(List<byte[]> sums, int at, byte[] frame) {
    if (at == sums.size()) {
      sums.add(new byte[frame.length]);
    }
    for (int i = 0; i < frame.length; i++) {
      sums.get(at)[i] ^= frame[i];
    }
  }

  @Test
  void masksAreUsedOnce() throws Exception {
    Field field = Fields.named("gf2_40");
    MascotRun run = new MascotRun(field, 2, new MascotParameters(field, 38, 4, 1, 576));
    LookupTable table = TablesTest.random(INPUT_BITS, 4);
    LookupKind kind = LookupKind.of(field, table, Form.BITS);
    List<MascotRun.Outcome> outcomes =
        run.run(
            Demand.of(run.material.storeName()).add(kind.kind(), TABLES, table).build(),
            recording(),
            recording());
    outcomes.forEach(outcome -> assertNull(outcome.failure()));
    assertEquals(LEVELS, levels.size());
    assertEquals(1, bitDec.size());
    triplesAreUsedOnce();
    bitsAreUsedOnce(kind, outcomes);
  }

  /** Under one mask, two bits or two powers of X would differ in two coefficients at most. */
  private void triplesAreUsedOnce() {
    for (int factor = 0; factor < 2; factor++) {
      List<Long> opened = new ArrayList<>();
      for (byte[] level : levels) {
        for (int table = 0; table < TABLES; table++) {
          opened.add(element(level, (factor * TABLES + table) * BYTES));
        }
      }
      for (int i = 0; i < opened.size(); i++) {
        for (int j = 0; j < i; j++) {
          int different = Long.bitCount(opened.get(i) ^ opened.get(j));
          assertTrue(different > 2, "one mask for openings " + j + " and " + i);
        }
      }
    }
  }

  private static long element(byte[] bytes, int at) {
    long element = 0;
    for (int i = 0; i < BYTES; i++) {
      element |= (bytes[at + i] & 0xffL) << (Byte.SIZE * i);
    }
    return element;
  }

  /** Coefficients under one mask, or under a bit of s, would be equal in most tables, or so. */
  private void bitsAreUsedOnce(LookupKind kind, List<MascotRun.Outcome> outcomes) {
    for (int i = 0; i < INPUT_BITS; i++) {
      boolean[] column = new boolean[TABLES];
      for (int table = 0; table < TABLES; table++) {
        long s = 0;
        for (MascotRun.Outcome outcome : outcomes) {
          long[] items = outcome.kept().items.get(kind.kind());
          s ^= kind.coordinates(items, table * kind.kind().longsPerItem());
        }
        column[table] = (s >>> i & 1) != 0;
      }
      columns.add(column);
    }
    for (int j = 0; j < kind.entries(); j++) {
      boolean[] column = new boolean[TABLES];
      for (int table = 0; table < TABLES; table++) {
        int at = (j / 32 * TABLES + table) * 4 + j % 32 / Byte.SIZE;
        column[table] = (bitDec.get(0)[at] >>> (j % Byte.SIZE) & 1) != 0;
      }
      columns.add(column);
    }
    for (int i = 0; i < columns.size(); i++) {
      for (int j = 0; j < i; j++) {
        int equal = 0;
        for (int table = 0; table < TABLES; table++) {
          equal += columns.get(i)[table] == columns.get(j)[table] ? 1 : 0;
        }
        assertEquals(TABLES / 2, equal, MOST_OFF, "one mask for bits " + j + " and " + i);
      }
    }
  }
}
