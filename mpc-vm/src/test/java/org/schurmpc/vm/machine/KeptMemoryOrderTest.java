package org.schurmpc.vm.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.machine.plain.PlainSecrets;
import org.schurmpc.vm.verify.VerifiedProgram;
import org.schurmpc.vm.verify.Verifier;

/** When the machine tells the memory what it does, among its openings, checks and outputs. */
class KeptMemoryOrderTest {
  private static final Set<String> NOTED = Set.of("start", "check", "input", "output");

  private final List<String> events = new ArrayList<>();

  private final KeptMemory kept =
      new KeptMemory() {
        @Override
        public void load(Bank[] secret, long[][] clear, long[] ints) {
          events.add("load");
          ints[0] = 7;
        }

        @Override
        public void revealing() {
          events.add("revealing");
        }

        @Override
        public void keep(Bank[] secret, long[][] clear, long[] ints) {
          events.add("keep " + ints[0]);
        }
      };

  private SecretBackend noted(SecretBackend secrets) {
    return (SecretBackend)
        Proxy.newProxyInstance(
            SecretBackend.class.getClassLoader(),
            new Class<?>[] {SecretBackend.class},
            (proxy, method, arguments) -> {
              if (NOTED.contains(method.getName())) {
                events.add(method.getName());
              }
              try {
                return method.invoke(secrets, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private void run(String body) throws Exception {
    String text =
        """
        .program kept parties 2
        .field p128 sigma_mask 40
        .memory s 1 c 1 i 1 kept
        .input x party 0 element
        .output y party all element
        .text "seen"
        .tape main s 3 c 2 i 1
        .footprint write s 0 0 1
        .footprint write i 0 0 1
        .demand triples 1 inputs 1 0
        input x 0 s0
        startopen product s1 s0 s0
        stopopen
        sts s1, 0
        """
            + body
            + """
        output y, 0, s1
        end
        .schedule run main 0
        """;
    VerifiedProgram program = Verifier.verify(Assembler.assemble(text, "TEXT"), "TEXT");
    Values inputs = new Values(program.program().fields(), program.program().inputs());
    inputs.set("x", new BigInteger[] {BigInteger.TWO});
    PlainSecrets plain = new PlainSecrets(program.program().fields().get(0).field(), 2, inputs, 1);
    try (Controller controller =
        new Controller(
            program, new OneWorker(new SecretBackend[] {noted(plain)}), line -> {}, kept)) {
      controller.run();
    }
  }

  @Test
  void memoryIsKeptAfterTheLastCheckAndBeforeOutputs() throws Exception {
    run("");
    assertEquals(List.of("load", "input", "start", "check", "keep 7", "output"), events);
  }

  @Test
  void aRevealIsNotedBeforeItsShareLeaves() throws Exception {
    run("startopen reveal c0 s1\nstopopen\n");
    assertEquals(
        List.of(
            "load", "input", "start", "check", "revealing", "start", "check", "keep 7", "output"),
        events);
  }

  @Test
  void whatActsIsNoted() throws Exception {
    for (String body :
        List.of("ctoi i0, c0\nsti i0, 0\n", "iszero i0, c0\n", "print text 0\n", "check\n")) {
      events.clear();
      run(body);
      boolean acts = !body.equals("check\n");
      assertEquals(acts ? "revealing" : "keep 7", events.get(4), body);
    }
  }
}
