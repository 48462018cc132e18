package org.schurmpc.vm.verify;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.Programs;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.asm.Disassembler;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.ProgramReader;
import org.schurmpc.vm.code.ProgramWriter;

/**
 * Files with seeded changes either pass, and then survive the way over text, or are refused with
 * one sentence: quickly, and without a large allocation.
 */
class MutationTest {
  private static final int TABLE = 16;
  private static final int ENTRY = 12;
  private static final int COUNT = 15;
  private static final int MOST_SECTIONS = 8;
  private static final int DIGEST = 32;
  private static final long MAX_NANOS = 2_000_000_000L;
  private static final long MAX_BYTES = 16 << 20;

  /** Words that are at the edges of ranges. */
  private static final int[] EDGES = {
    0, 1, 2, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 24, (1 << 24) + 1, 1 << 16, 0xffff
  };

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private int passed;
  private int refused;

  @Test
  void changedFilesAreRefusedOrRight() throws Exception {
    mutate(2_000, 1);
  }

  @Test
  @Tag("slow")
  void manyChangedFilesAreRefusedOrRight() throws Exception {
    mutate(100_000, 2);
  }

  private void mutate(int files, long seed) throws Exception {
    byte[][] bases = {
      ProgramWriter.write(Programs.assembled("all.asm")),
      ProgramWriter.write(Programs.assembled("bits.asm")),
      ProgramWriter.write(Programs.assembled("salaries.asm")),
      ProgramWriter.write(
          Assembler.assemble(Programs.text("verify/template.asm").replace("CODE\n", ""), "T"))
    };
    Random random = new Random(seed);
    for (int i = 0; i < files; i++) {
      byte[] file = bases[i % bases.length].clone();
      int changes = 1 + random.nextInt(3);
      for (int c = 0; c < changes; c++) {
        file = changed(file, random);
      }
      load(MalformedTest.signed(file), "seed %d, file %d".formatted(seed, i));
    }
    assertEquals(files, passed + refused);
    assertTrue(passed > files / 100, passed + " passed");
    assertTrue(refused > files / 2, refused + " were refused");
  }

  private void load(byte[] file, String which) throws Exception {
    long thread = Thread.currentThread().getId();
    long bytes = threads.getThreadAllocatedBytes(thread);
    long start = System.nanoTime();
    Program program = null;
    try {
      program = ProgramReader.read(file, "FILE");
      Verifier.verify(program, "FILE");
      passed++;
    } catch (BadFile e) {
      refused++;
      program = null;
      assertTrue(e.getMessage().startsWith("FILE"), which);
      assertEquals(1, e.getMessage().lines().count(), which);
    } catch (RuntimeException | Error e) {
      throw new AssertionError(which, e);
    }
    assertTrue(System.nanoTime() - start < MAX_NANOS, which);
    assertTrue(threads.getThreadAllocatedBytes(thread) - bytes < MAX_BYTES, which);
    if (program != null) {
      assertArrayEquals(file, ProgramWriter.write(program), which);
      Program again = Assembler.assemble(Disassembler.text(program), which);
      assertArrayEquals(file, ProgramWriter.write(again), which);
    }
  }

  private static byte[] changed(byte[] file, Random random) {
    int at = random.nextInt(file.length - DIGEST);
    switch (random.nextInt(6)) {
      case 0 -> file[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> file[at] = (byte) random.nextInt();
      case 2, 3 -> {
        // Words of the code begin at any place of the file, as names have any length.
        int word = random.nextInt(3) == 0 ? random.nextInt() : EDGES[random.nextInt(EDGES.length)];
        ByteBuffer.wrap(file).putInt(Math.min(at, file.length - DIGEST - 4), word);
      }
      case 4 -> {
        return resized(file, random);
      }
      default -> {
        int from = random.nextInt(file.length - DIGEST);
        int n = Math.min(random.nextInt(24), file.length - DIGEST - Math.max(at, from));
        System.arraycopy(file, from, file, at, n);
      }
    }
    return file;
  }

  /** Inserts or removes a few bytes of a section, and says so in the table of sections. */
  private static byte[] resized(byte[] file, Random random) {
    ByteBuffer table = ByteBuffer.wrap(file);
    int sections = Math.max(1, Math.min(MOST_SECTIONS, file[COUNT]));
    int section = random.nextInt(sections);
    long start = table.getInt(TABLE + section * ENTRY + 4);
    long length = table.getInt(TABLE + section * ENTRY + 8);
    long end = (long) file.length - DIGEST;
    if (start < 0 || length < 1 || start + length > end) {
      return file;
    }
    int at = (int) start + random.nextInt((int) length);
    int change = random.nextInt(9) - 4;
    if (at - change > end || at + change < TABLE + sections * ENTRY) {
      return file;
    }
    byte[] resized = Arrays.copyOf(file, file.length + change);
    int from = change < 0 ? at - change : at;
    System.arraycopy(file, from, resized, from + change, file.length - from);
    ByteBuffer to = ByteBuffer.wrap(resized);
    to.putInt(TABLE + section * ENTRY + 8, (int) length + change);
    for (int later = section + 1; later < sections; later++) {
      int place = TABLE + later * ENTRY + 4;
      to.putInt(place, to.getInt(place) + change);
    }
    return resized;
  }
}
