package org.schurmpc.cli.launch;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;

/**
 * Computes and parses the maximum heap size of a child's JVM.
 *
 * @param megabytes the size in MiB, at least one
 * @param youngMegabytes the maximum size of the young generation in MiB. Material outlives it, and
 *     must fit the rest of the heap: otherwise each further chunk of material causes a collection
 *     of the whole heap
 */
public record HeapSize(long megabytes, long youngMegabytes) {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,7})([mMgG])");

  /** Minimum heap with which the JVM starts and loads the program. */
  private static final long LEAST_MEGABYTES = 32;

  private static final long BASE_MEGABYTES = 512;
  private static final long GENERATION_MEGABYTES = 150;
  private static final long THREAD_MEGABYTES = 650;

  /** Maximum number of items that a dealer generates at a time. */
  private static final long DEALT_ITEMS = 40;

  /** Size of dealt items for which every heap has room. */
  private static final long DEALT_BYTES = 256L << 20;

  /**
   * Room for each further session: partly filled chunks of its store, buffers, and MACs that await
   * their check.
   */
  private static final long SESSION_MEGABYTES = 128;

  /** The JVM's own ratio of a heap to its young generation. */
  private static final int YOUNG_PART = 3;

  /** Creates a heap size with the JVM's own division into generations. */
  public HeapSize(long megabytes) {
    this(megabytes, megabytes / YOUNG_PART);
  }

  /**
   * Returns a heap size that is sufficient for material.
   *
   * @param bytes the size of the material
   * @param threads the number of threads with which a party generates the material, each of which
   *     holds a batch in memory; 0 if there is a dealer
   */
  public static HeapSize forMaterial(long bytes, int threads) {
    long generation = threads == 0 ? 0 : GENERATION_MEGABYTES + THREAD_MEGABYTES * threads;
    HeapSize empty = new HeapSize(BASE_MEGABYTES + generation);
    return new HeapSize(empty.megabytes + (bytes >> 20) + 1, empty.youngMegabytes);
  }

  /**
   * Returns a heap size that is sufficient for parallel sessions in one process, with material from
   * a dealer.
   *
   * @param bytes the size of the material of each session
   * @param sessions the number of sessions, at least one
   */
  public static HeapSize forSessions(long bytes, int sessions) {
    long others = (sessions - 1) * ((bytes >> 20) + 1 + SESSION_MEGABYTES);
    HeapSize one = forMaterial(bytes, 0);
    return new HeapSize(one.megabytes + others, one.youngMegabytes);
  }

  /**
   * Returns a heap size that is sufficient for a dealer. A dealer stores nothing, but holds the
   * items in preparation for all parties.
   *
   * @param parties the number of parties in all instances together
   */
  public static HeapSize forDealer(Demand demand, int parties) {
    long item =
        demand.quotas().keySet().stream().mapToLong(MaterialKind::longsPerItem).max().orElse(0);
    long dealt = parties * DEALT_ITEMS * item * Long.BYTES;
    return forMaterial(Math.max(0, dealt - DEALT_BYTES), 0);
  }

  /** Returns the larger of the two sizes. */
  public HeapSize atLeast(HeapSize other) {
    return megabytes < other.megabytes ? other : this;
  }

  /**
   * Parses a size such as "512m" or "2g".
   *
   * @throws Refused if the text has another form, or the size is too small for a JVM to start
   */
  public static HeapSize parse(String text) throws Refused {
    Matcher matcher = TEXT.matcher(text);
    long number = matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
    if (number == 0) {
      throw new Refused("--heap is a size such as 512m or 2g, not '" + text + "'");
    }
    HeapSize heap = new HeapSize(matcher.group(2).equalsIgnoreCase("g") ? number << 10 : number);
    if (heap.megabytes < LEAST_MEGABYTES) {
      throw new Refused(
          "--heap %s is too little: a JVM takes %dm at least".formatted(text, LEAST_MEGABYTES));
    }
    return heap;
  }

  /**
   * Returns the JVM options for this heap. The serial collector is chosen because threads of a
   * parallel collector would compete with the protocol for cores.
   */
  public List<String> options() {
    return List.of(
        "-Xmx" + megabytes + "m", "-XX:MaxNewSize=" + youngMegabytes + "m", "-XX:+UseSerialGC");
  }
}
