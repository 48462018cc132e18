package org.schurmpc.vm.machine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.ValueType;

/** Values of ports that end, and the workers of those that have one. */
class ValuesTest {
  @Test
  void valuesAreWiped() throws Exception {
    Port port = new Port("x", 0, 0, ValueType.SIGNED, 8, 0, 2);
    Port none = new Port("y", 1, 0, ValueType.SIGNED, 8, 0, 2);
    Values values =
        new Values(List.of(new FieldUse(Fields.named("p128"), 40)), List.of(port, none));
    values.set("x", BigInteger.valueOf(-7), BigInteger.TEN);
    assertEquals(BigInteger.valueOf(-7), values.get("x")[0]);
    long[] elements = values.elements(0);
    values.wipe();
    assertArrayEquals(new long[elements.length], elements);
  }

  @Test
  void oneWorkerIsOne() throws Exception {
    OneWorker worker = new OneWorker(new SecretBackend[0]);
    worker.start(1);
    assertEquals(1, worker.most());
    assertThrows(IllegalArgumentException.class, () -> worker.start(2));
    assertThrows(IllegalArgumentException.class, () -> worker.together(2, 2, (thread, unit) -> {}));
  }
}
