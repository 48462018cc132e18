package org.schurmpc.bench.launch;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.Refused;

/**
 * The heap of a child.
 *
 * @param megabytes at least one
 */
public record HeapSize(long megabytes) {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,7})([mMgG])");
  private static final long BASE_MEGABYTES = 512;
  private static final long GENERATOR_MEGABYTES = 400;

  /**
   * Enough for so much material.
   *
   * @param generated whether the parties generate it themselves, for which they need memory, too
   */
  public static HeapSize forMaterial(long bytes, boolean generated) {
    long base = BASE_MEGABYTES + (generated ? GENERATOR_MEGABYTES : 0);
    return new HeapSize(base + (bytes >> 20) + 1);
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
  List<String> options() {
    return List.of("-Xmx" + megabytes + "m", "-XX:+UseSerialGC");
  }
}
