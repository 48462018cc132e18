package org.schurmpc.bench.report;

import java.util.Map;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.cli.values.OriginFields;

/**
 * Adds the fields that describe the preprocessing, the connections and the machines of the parties.
 */
final class Machinery {
  private Machinery() {}

  /**
   * Puts the fields.
   *
   * @param fields receives the fields by name
   * @param launcherJvm describes the JVM of the Monitor
   */
  static void put(Map<String, Object> fields, Measured measured, String launcherJvm) {
    Message.Established party = measured.parties().get(0).established();
    OriginFields.put(fields, party.preprocessing());
    fields.put("connections", measured.connections());
    fields.put("jvm", party.jvm());
    fields.put("jvm_options", party.jvmOptions());
    fields.put("launcher_jvm", launcherJvm);
    fields.put("kernels", party.kernels());
    fields.put("kernels_reason", party.kernelsReason());
  }
}
