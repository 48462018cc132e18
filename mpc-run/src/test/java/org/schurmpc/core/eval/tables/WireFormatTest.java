package org.schurmpc.core.eval.tables;

import java.util.List;
import org.schurmpc.core.contract.WireFormatContract;

class WireFormatTest extends WireFormatContract {
  @Override
  protected List<Pin> pins() {
    return List.of(
        new Pin(
            "insecure-tables", () -> new InsecureTables(70), "2b946f16f0e265a461382b80d613577f"));
  }
}
