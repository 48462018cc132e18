package org.schurmpc.spark;

import java.util.List;
import org.apache.spark.SparkConf;
import org.schurmpc.core.abort.Refused;

/** Refuses settings of Spark under which a job would be unsafe or stand still. */
final class Guards {
  /** Settings with which Spark runs tasks again or elsewhere, which gangs of tasks forbid. */
  private static final List<String> FORBIDDEN =
      List.of("spark.dynamicAllocation.enabled", "spark.speculation");

  private static final String DISK = "spark.io.encryption.enabled";
  private static final String LINE = "spark.network.crypto.enabled";
  private static final String LINE_BY_TLS = "spark.ssl.rpc.enabled";

  private Guards() {}

  /**
   * Checks the settings of a Spark.
   *
   * @param insecure whether rows may lie on disks and go between executors in the clear
   * @throws Refused with the name of the setting
   */
  static void check(SparkConf conf, boolean insecure) throws Refused {
    for (String name : FORBIDDEN) {
      if (conf.getBoolean(name, false)) {
        throw new Refused(
            "set %s to false: a job's workers start together and none is started twice"
                .formatted(name));
      }
    }
    if (insecure) {
      return;
    }
    if (!conf.getBoolean(DISK, false)) {
      throw new Refused(encrypted(DISK, "lie on the executors' disks"));
    }
    boolean here = conf.get("spark.master", "").matches("local(\\[.*)?");
    if (!here && !conf.getBoolean(LINE, false) && !conf.getBoolean(LINE_BY_TLS, false)) {
      throw new Refused(encrypted(LINE, "go between executors"));
    }
  }

  private static String encrypted(String name, String what) {
    return "set %s to true, or call insecure(): otherwise inputs %s in the clear"
        .formatted(name, what);
  }
}
