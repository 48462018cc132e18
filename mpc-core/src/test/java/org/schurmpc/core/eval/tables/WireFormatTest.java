package org.schurmpc.core.eval.tables;

import java.util.List;
import org.schurmpc.core.contract.WireFormatContract;

class WireFormatTest extends WireFormatContract {
  @Override
  protected List<Pin> pins() {
    return List.of(
        new Pin(
            "insecure-tables", () -> new InsecureTables(70), "8f640ca6908b6364fb9d94e3a31fe12c"));
  }
}
