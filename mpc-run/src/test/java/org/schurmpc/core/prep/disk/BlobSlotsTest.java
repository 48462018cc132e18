package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;

class BlobSlotsTest {
  private static final int SLOT = BlobSlots.PAGE;

  @TempDir private Path folder;
  private final Random random = new Random(1);

  private String name() {
    byte[] name = new byte[32];
    random.nextBytes(name);
    return HexFormat.of().formatHex(name);
  }

  private static byte[] read(BlobSlots slots, String name) throws Exception {
    ByteBuffer content = slots.read(name).orElseThrow();
    byte[] bytes = new byte[content.remaining()];
    content.get(bytes);
    return bytes;
  }

  private byte[] file() throws IOException {
    return Files.readAllBytes(folder.resolve(BlobSlots.FILE));
  }

  /** Compares slots with a map, over many openings. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void slotsAreAMapOnDisk(int pages) throws Exception {
    Map<String, byte[]> expected = new HashMap<>();
    for (int round = 0; round < 20; round++) {
      try (BlobSlots slots = BlobSlots.open(folder, pages)) {
        assertEquals(expected.keySet(), Set.copyOf(slots.names()));
        for (int step = 0; step < 40; step++) {
          if (random.nextInt(3) > 0) {
            byte[] content = new byte[random.nextInt(4) == 0 ? slots.most() : step];
            random.nextBytes(content);
            String name = name();
            slots.put(name, ByteBuffer.wrap(content));
            expected.put(name, content);
          } else if (!expected.isEmpty()) {
            String name = expected.keySet().iterator().next();
            assertTrue(slots.delete(name));
            assertFalse(slots.delete(name));
            assertTrue(slots.read(name).isEmpty());
            expected.remove(name);
          }
          if (random.nextInt(10) == 0) {
            slots.force();
          }
        }
        for (Map.Entry<String, byte[]> each : expected.entrySet()) {
          assertArrayEquals(each.getValue(), read(slots, each.getKey()));
        }
      }
    }
    long slots = Files.size(BlobSlots.file(folder, pages)) / SLOT / pages;
    assertTrue(slots < 2 * expected.size() + 128, slots + " slots for " + expected.size());
  }

  @Test
  void deletedBlobsAreOverwritten() throws Exception {
    try (BlobSlots slots = BlobSlots.open(folder, 1)) {
      assertFalse(Files.exists(folder.resolve(BlobSlots.FILE)), "nothing is written yet");
      slots.force();
      String first = name();
      String second = name();
      slots.put(first, ByteBuffer.wrap(new byte[] {1, 2, 3}));
      slots.put(second, ByteBuffer.wrap(new byte[] {4}));
      slots.delete(first);
      slots.force();
      byte[] file = file();
      assertArrayEquals(new byte[SLOT], Arrays.copyOf(file, SLOT));
      slots.put(first, ByteBuffer.wrap(new byte[] {5}));
      assertEquals(5, file()[36]);
      assertEquals(file.length, file().length, "the slot is used again");
    }
  }

  /** A crash leaves a slot that was written in part, or a file that ends in the middle of one. */
  @Test
  void whatACrashLeftIsRead() throws Exception {
    String whole = name();
    String torn = name();
    try (BlobSlots slots = BlobSlots.open(folder, 1)) {
      slots.put(whole, ByteBuffer.wrap(new byte[] {7}));
      slots.put(torn, ByteBuffer.wrap(new byte[] {8, 9}));
    }
    Files.write(folder.resolve(BlobSlots.FILE), Arrays.copyOf(file(), SLOT + 34));
    try (BlobSlots slots = BlobSlots.open(folder, 1)) {
      assertEquals(Set.of(whole, torn), Set.copyOf(slots.names()));
      assertArrayEquals(new byte[] {7}, read(slots, whole));
      assertThrows(IOException.class, () -> slots.read(torn));
      assertTrue(slots.delete(torn));
      slots.put(torn, ByteBuffer.wrap(new byte[] {8, 9}));
      assertArrayEquals(new byte[] {8, 9}, read(slots, torn));
    }
  }

  /** A crash in the middle of a deletion leaves pages of a blob behind one of zeros. */
  @Test
  void whatACrashLeftOfADeletedBlobIsOverwritten() throws Exception {
    Path file = BlobSlots.file(folder, 2);
    byte[] content = new byte[2 * SLOT - 36];
    random.nextBytes(content);
    String name = name();
    String other = name();
    try (BlobSlots slots = BlobSlots.open(folder, 2)) {
      assertEquals(content.length, slots.most());
      slots.put(other, ByteBuffer.wrap(content.clone()));
      slots.put(name, ByteBuffer.wrap(content.clone()));
      slots.force();
    }
    byte[] torn = Files.readAllBytes(file);
    Arrays.fill(torn, 2 * SLOT, 3 * SLOT, (byte) 0);
    Files.write(file, torn);
    try (BlobSlots slots = BlobSlots.open(folder, 2)) {
      assertEquals(List.of(other), slots.names());
      assertArrayEquals(content, read(slots, other));
      slots.force();
    }
    Arrays.fill(torn, 3 * SLOT, 4 * SLOT, (byte) 0);
    assertArrayEquals(torn, Files.readAllBytes(file));
  }

  @Test
  void lengthsAreChecked() throws Exception {
    try (BlobSlots slots = BlobSlots.open(folder, 1)) {
      String name = name();
      slots.put(name, ByteBuffer.wrap(new byte[] {1}));
      for (int length : new int[] {-1, slots.most() + 1, Integer.MAX_VALUE}) {
        byte[] file = file();
        ByteBuffer.wrap(file).putInt(32, length);
        Files.write(folder.resolve(BlobSlots.FILE), file);
        assertThrows(BadFile.class, () -> slots.read(name));
      }
      assertThrows(
          RuntimeException.class, () -> slots.put(name(), ByteBuffer.allocate(slots.most() + 1)));
    }
  }

  @Test
  void nothingIsWrittenOnceTheyAreClosed() throws Exception {
    BlobSlots slots = BlobSlots.open(folder, 1);
    String name = name();
    slots.put(name, ByteBuffer.wrap(new byte[] {1}));
    slots.close();
    slots.close();
    assertThrows(IOException.class, () -> slots.put(name(), ByteBuffer.allocate(1)));
    assertThrows(IOException.class, () -> slots.delete(name));
    assertThrows(IOException.class, () -> slots.read(name));
    assertThrows(IOException.class, slots::force);
  }

  /** In Java an interrupt closes the file that a thread reads or writes. */
  @Test
  void anInterruptedThreadClosesNoFileOfOthers() throws Exception {
    try (BlobSlots slots = BlobSlots.open(folder, 1)) {
      String first = name();
      slots.put(first, ByteBuffer.wrap(new byte[] {1}));
      String second = name();
      for (int act = 0; act < 4; act++) {
        Thread.currentThread().interrupt();
        int number = act;
        assertThrows(
            ClosedByInterruptException.class,
            () -> {
              switch (number) {
                case 0 -> slots.read(first);
                case 1 -> slots.put(second, ByteBuffer.wrap(new byte[] {2}));
                case 2 -> slots.force();
                default -> slots.delete(first);
              }
            });
        assertTrue(Thread.interrupted());
        slots.put(name(), ByteBuffer.wrap(new byte[] {3}));
        if (number < 3) {
          assertArrayEquals(new byte[] {1}, read(slots, first));
        }
      }
      slots.force();
      assertFalse(slots.has(second));
      assertFalse(slots.has(first));
      assertFalse(
          HexFormat.of().formatHex(file()).contains(first), "overwritten with the next one");
    }
  }

  @Test
  void aLinkIsNotFollowed() throws Exception {
    Path elsewhere = Files.createFile(folder.resolve("elsewhere"));
    Files.createSymbolicLink(folder.resolve(BlobSlots.FILE), elsewhere);
    assertThrows(BadFile.class, () -> BlobSlots.open(folder, 1));
  }
}
