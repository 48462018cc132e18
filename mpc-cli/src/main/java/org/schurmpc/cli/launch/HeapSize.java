package org.schurmpc.cli.launch;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;

/**
 * The heap of a child.
 *
 * @param megabytes at least one
 */
public record HeapSize(long megabytes) {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,7})([mMgG])");
  private static final long BASE_MEGABYTES = 512;
  private static final long GENERATION_MEGABYTES = 150;
  private static final long THREAD_MEGABYTES = 250;

  /** The most items that a dealer makes at a time, and what it has room for in any heap. */
  private static final long DEALT_ITEMS = 40;

  private static final long DEALT_BYTES = 256L << 20;

  /** A store's last chunks, which are not full, buffers and MACs that wait for their comparison. */
  private static final long SESSION_MEGABYTES = 128;

  /**
   * Enough for so much material.
   *
   * @param threads with which a party generates it itself, each with a batch in memory; 0 if there
   *     is a dealer
   */
  public static HeapSize forMaterial(long bytes, int threads) {
    long generation = threads == 0 ? 0 : GENERATION_MEGABYTES + THREAD_MEGABYTES * threads;
    return new HeapSize(BASE_MEGABYTES + generation + (bytes >> 20) + 1);
  }

  /**
   * Enough for sessions side by side in a process, whose material comes from a dealer.
   *
   * @param bytes of material of each
   */
  public static HeapSize forSessions(long bytes, int sessions) {
    long others = (sessions - 1) * ((bytes >> 20) + 1 + SESSION_MEGABYTES);
    return new HeapSize(forMaterial(bytes, 0).megabytes() + others);
  }

  /**
   * Enough for a dealer, which keeps nothing but has items for all its parties in hand.
   *
   * @param parties of all instances
   */
  public static HeapSize forDealer(Demand demand, int parties) {
    long item =
        demand.quotas().keySet().stream().mapToLong(MaterialKind::longsPerItem).max().orElse(0);
    long dealt = parties * DEALT_ITEMS * item * Long.BYTES;
    return forMaterial(Math.max(0, dealt - DEALT_BYTES), 0);
  }

  /** The larger of the two. */
  public HeapSize atLeast(HeapSize other) {
    return megabytes < other.megabytes ? other : this;
  }

  /**
   * Reads "512m" or "2g".
   *
   * @throws Refused if it is neither
   */
  public static HeapSize parse(String text) throws Refused {
    Matcher matcher = TEXT.matcher(text);
    long number = matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
    if (number == 0) {
      throw new Refused("a heap is written like 512m or 2g, not '" + text + "'");
    }
    return new HeapSize(matcher.group(2).equalsIgnoreCase("g") ? number << 10 : number);
  }

  /** JVM options: no thread of a collector competes with a protocol for a core. */
  public List<String> options() {
    return List.of("-Xmx" + megabytes + "m", "-XX:+UseSerialGC");
  }
}
