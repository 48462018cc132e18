package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Refused;

class GuardsTest {
  private static SparkConf safe() {
    return new SparkConf(false)
        .setMaster("spark://example:7077")
        .set("spark.io.encryption.enabled", "true")
        .set("spark.network.crypto.enabled", "true");
  }

  private static void requireRefused(SparkConf conf, boolean insecure, String setting) {
    Refused refused = assertThrows(Refused.class, () -> Guards.check(conf, insecure));
    assertTrue(refused.getMessage().contains(setting), refused.getMessage());
  }

  @Test
  void encryptedSparkWithoutRetriesPasses() throws Refused {
    Guards.check(safe(), false);
    Guards.check(
        safe().remove("spark.network.crypto.enabled").set("spark.ssl.rpc.enabled", "true"), false);
    Guards.check(safe().remove("spark.network.crypto.enabled").setMaster("local[4]"), false);
  }

  @Test
  void settingsThatRunTasksTwiceAreRefusedEvenInsecurely() {
    for (String setting : new String[] {"spark.dynamicAllocation.enabled", "spark.speculation"}) {
      requireRefused(safe().set(setting, "true"), false, setting);
      requireRefused(safe().set(setting, "true"), true, setting);
    }
  }

  @Test
  void clearDisksAndLinesAreRefusedUnlessInsecure() throws Refused {
    for (String setting :
        new String[] {"spark.io.encryption.enabled", "spark.network.crypto.enabled"}) {
      requireRefused(safe().remove(setting), false, setting);
      Guards.check(safe().remove(setting), true);
    }
    requireRefused(
        safe().setMaster("local-cluster[2,1,512]").remove("spark.network.crypto.enabled"),
        false,
        "spark.network.crypto.enabled");
  }
}
