package org.schurmpc.bench.reproduce;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.schurmpc.cli.launch.HeapSize;

/**
 * How many instances make sense: each is two processes.
 *
 * @param most instances
 * @param because where that number comes from, for people
 * @param processors of the machine
 * @param memoryMegabytes of the machine
 */
public record InstanceLimit(int most, String because, int processors, long memoryMegabytes) {

  /** One instance for each processor, as long as the memory suffices. */
  public static InstanceLimit ofThisMachine() {
    int processors = Runtime.getRuntime().availableProcessors();
    String noun = processors == 1 ? " processor" : " processors";
    return upTo(processors, "this machine has " + processors + noun);
  }

  /** As many as the user says, as long as the memory suffices. */
  public static InstanceLimit upTo(int most, String because) {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    int processors = Runtime.getRuntime().availableProcessors();
    return new InstanceLimit(most, because, processors, system.getTotalMemorySize() >> 20);
  }

  /** How many times as long as one instance so many may take. */
  double crowding(int instances) {
    return Math.max(1, 2.0 * instances / processors) / Math.max(1, 2.0 / processors);
  }

  /** Whether there is memory for a dealer and the parties of one instance. */
  boolean holds(HeapSize heap) {
    return 3 * heap.megabytes() <= memoryMegabytes;
  }

  /** Why so many instances are too many, if they are; one is always possible. */
  Optional<String> refusal(int instances, HeapSize heap) {
    if (instances <= 1) {
      return Optional.empty();
    }
    if (instances > most) {
      return Optional.of("%d instances, %s".formatted(instances, because));
    }
    long needed = (2L * instances + 1) * heap.megabytes();
    if (needed > memoryMegabytes) {
      return Optional.of(
          "%d instances take up to %,d MB, this machine has %,d MB"
              .formatted(instances, needed, memoryMegabytes));
    }
    return Optional.empty();
  }
}
