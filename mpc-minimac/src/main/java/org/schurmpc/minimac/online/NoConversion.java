package org.schurmpc.minimac.online;

import org.schurmpc.core.circuit.MulBatch;

/** No conversion: wires hold [[z]]* (DLT14, end of section 4.3). */
final class NoConversion implements Conversion {
  @Override
  public void lease(int gates) {}

  @Override
  public void convert(MulBatch batch, int from, int count, Wires wires) {}

  @Override
  public void wipe() {}
}
