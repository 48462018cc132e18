package org.schurmpc.vm.machine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.machine.plain.PlainSecrets;
import org.schurmpc.vm.verify.VerifiedProgram;
import org.schurmpc.vm.verify.Verifier;

/** One run of a program in the clear, with what the machine asked of its backends. */
final class Run implements AutoCloseable {
  private static final Set<String> LOGGED = Set.of("start", "stop", "check", "output", "input");

  final List<String> prints = new ArrayList<>();

  /** The calls of the backends: the name, and the number of the field unless it is the first. */
  final List<String> calls = new ArrayList<>();

  final List<PlainSecrets> backends = new ArrayList<>();
  private final VerifiedProgram verified;
  private final Values inputs;
  private Values outputs;

  Run(String text) throws Exception {
    Program program = Assembler.assemble(text, "TEXT");
    verified = Verifier.verify(program, "TEXT");
    inputs = new Values(program.fields(), program.inputs());
  }

  /** Runs a program with values of its inputs. */
  static Run of(String text, Map<String, long[]> inputs) throws Exception {
    Run run = new Run(text);
    for (Map.Entry<String, long[]> each : inputs.entrySet()) {
      run.inputs.set(
          each.getKey(),
          Arrays.stream(each.getValue()).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new));
    }
    run.run();
    return run;
  }

  static Run of(String text) throws Exception {
    return of(text, Map.of());
  }

  private void run() throws Exception {
    Program program = verified.program();
    SecretBackend[] logged = new SecretBackend[program.fields().size()];
    for (int f = 0; f < logged.length; f++) {
      backends.add(
          new PlainSecrets(program.fields().get(f).field(), program.parties(), inputs, 7 + f));
      logged[f] = logged(backends.get(f), f == 0 ? "" : Integer.toString(f));
    }
    try (Controller controller = new Controller(verified, new OneWorker(logged), prints::add)) {
      outputs = controller.run();
    }
  }

  private SecretBackend logged(PlainSecrets backend, String field) {
    return (SecretBackend)
        Proxy.newProxyInstance(
            SecretBackend.class.getClassLoader(),
            new Class<?>[] {SecretBackend.class},
            (proxy, method, arguments) -> {
              if (LOGGED.contains(method.getName())) {
                calls.add(method.getName() + field);
              }
              try {
                return method.invoke(backend, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  List<BigInteger> output(String name) {
    return List.of(outputs.get(name));
  }

  List<Long> longs(String name) {
    return output(name).stream().map(BigInteger::longValueExact).toList();
  }

  @Override
  public void close() {
    inputs.wipe();
  }
}
