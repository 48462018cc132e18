package org.schurmpc.bench.cli;

import java.util.List;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.Jvm;
import org.schurmpc.cli.launch.JvmFinder;
import org.schurmpc.cli.option.HelpSection;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Option;

/** Defines the JVM and the heap of the processes of dealer and parties. */
@HelpSection.In(HelpSection.PROCESS)
final class JvmOptions {
  @Option(
      names = "--jvm",
      paramLabel = "auto|HOME",
      description = "The JVM of dealer and parties; default the newest one.")
  private String jvm = JvmFinder.AUTO;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description =
          "Heap of each child, as 1g; default what the material of its sessions needs and 512m, and"
              + " 800m more for parties that generate it.")
  private String heap;

  /** Returns the JVM of the children. */
  Jvm chosen() throws Refused {
    return JvmFinder.ofThisProcess().choose(jvm);
  }

  /** Returns the heap size that the user gave, or else {@code usual}. */
  HeapSize heapOr(HeapSize usual) throws Refused {
    return heap == null ? usual : HeapSize.parse(heap);
  }

  /**
   * Returns the JVM options for the heap of a child whose work is not known yet: without {@code
   * --heap}, the JVM's default heap.
   */
  List<String> heapOptions() throws Refused {
    return heap == null ? List.of("-XX:+UseSerialGC") : HeapSize.parse(heap).options();
  }
}
