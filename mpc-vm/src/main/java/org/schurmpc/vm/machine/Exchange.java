package org.schurmpc.vm.machine;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.ProgramFault;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.PublicTable;
import org.schurmpc.vm.verify.VerifiedTape;

/**
 * Openings, inputs and outputs of one worker, and the rule of release: nothing that may depend on a
 * wrong opening leaves this party. Values that are revealed, or that act as integers or in print,
 * are sent or used only after a check of everything opened before; so are masked indices of lookups
 * that the verifier has not proven.
 */
final class Exchange {
  private final SecretBackend[] secrets;
  private final Areas registers;
  private final Areas.Outputs outputs;
  private final KeptMemory kept;

  /** The backends whose groups are under way, in the order of their starts. */
  private final Queue<SecretBackend> started = new ArrayDeque<>();

  Exchange(SecretBackend[] secrets, Areas registers, Areas.Outputs outputs, KeptMemory kept) {
    this.secrets = secrets;
    this.registers = registers;
    this.outputs = outputs;
    this.kept = kept;
  }

  /** Notes in the memory that is kept that values are revealed, or act, from here on. */
  void revealing() throws MpcException {
    kept.revealing();
  }

  /** Checks all values opened so far, over all fields. */
  void checkAll() throws MpcException {
    secrets[0].checkAll(secrets);
  }

  /** Forgets groups that an error left under way. */
  void begin() {
    started.clear();
  }

  /**
   * Checks all values before a group is sent if it or the group that shares its round reveals
   * values, which the memory that is kept notes, or looks up an index that is not proven to be one:
   * after a wrong entry, this index could be outside of its span in a way that depends on a secret.
   */
  private void checkBefore(TapeRunner.Frame frame, int at) throws MpcException {
    int[] code = frame.code();
    int other = frame.tape().partner()[frame.tape().partner()[at]];
    boolean reveals = reveals(code, at) || (other > 0 && reveals(code, other));
    if (reveals || looksUpUnproven(frame, at, other)) {
      checkAll();
    }
    if (reveals) {
      revealing();
    }
    if (other > 0) {
      for (SecretBackend each : secrets) {
        each.checkIfDue();
      }
    }
  }

  private static boolean looksUpUnproven(TapeRunner.Frame frame, int at, int other) {
    VerifiedTape tape = frame.tape();
    return tape.looksUpUnproven(at) || (other > 0 && tape.looksUpUnproven(other));
  }

  private static boolean reveals(int[] code, int at) {
    int end = at + code[at + 1];
    for (int i = at + 2; i < end; i += Code.openWords(Code.entryKind(code[i]))) {
      if (Code.entryKind(code[i]) == Code.REVEAL) {
        return true;
      }
    }
    return false;
  }

  void start(TapeRunner.Frame frame, int at) throws MpcException {
    if (started.isEmpty()) {
      checkBefore(frame, at);
    }
    int[] code = frame.code();
    int f = Code.field(code[at]);
    SecretBackend backend = secrets[f];
    Bank s = registers.secret[f];
    long[] c = registers.clear[f];
    int limbs = backend.field().limbs();
    backend.group();
    int end = at + code[at + 1];
    for (int i = at + 2; i < end; i += Code.openWords(Code.entryKind(code[i]))) {
      int n = code[i + 1];
      int to = code[i + 2];
      int x = code[i + 3];
      switch (Code.entryKind(code[i])) {
        case Code.MASKED -> backend.masked(s, x, c, to * limbs, n);
        case Code.REVEAL -> backend.reveal(s, x, c, to * limbs, n);
        case Code.PRODUCT -> {
          boolean xOne = (code[i] & Code.ENTRY_X_ONE) != 0;
          boolean yOne = (code[i] & Code.ENTRY_Y_ONE) != 0;
          backend.product(s, x, xOne, s, code[i + 4], yOne, s, to, n);
        }
        case Code.LOOKUP -> {
          PublicTable table = frame.program().program().tables().get(code[i + 4]);
          backend.lookup(code[i + 4], table, s, x, s, to, n);
        }
        default -> backend.square(s, x, s, to, n);
      }
    }
    try {
      backend.start();
    } catch (ProgramFault e) {
      throw frame.bad(at, e.getMessage());
    }
    started.add(backend);
  }

  /** Ends the group that was started first. */
  void stop() throws MpcException {
    started.remove().stop();
  }

  /**
   * Ends the groups that are under way: peers have sent their openings and wait for those of this
   * party.
   */
  void finish() throws MpcException {
    while (!started.isEmpty()) {
      stop();
    }
  }

  void input(TapeRunner.Frame frame, int at) throws MpcException {
    int[] code = frame.code();
    int entries = (code[at + 1] - 2) / Code.INPUT_WORDS;
    int[][] columns = new int[Code.INPUT_WORDS][entries];
    boolean[] asBits = new boolean[entries];
    List<Port> ports = frame.program().program().inputs();
    for (int e = 0; e < entries; e++) {
      int i = at + 2 + e * Code.INPUT_WORDS;
      int n = Code.inputCount(code[i + 2]);
      asBits[e] = (code[i + 2] & Code.AS_BITS) != 0;
      columns[0][e] = code[i];
      columns[1][e] = first(frame, at, ports.get(code[i]), code[i + 1], n);
      columns[2][e] = n;
      columns[3][e] = code[i + 3];
    }
    int f = Code.field(code[at]);
    secrets[f].input(
        new SecretBackend.Inputs(ports, columns[0], columns[1], columns[2], asBits, columns[3]),
        registers.secret[f]);
  }

  /** Copies values to the output area. */
  void output(TapeRunner.Frame frame, int at, boolean clear) throws BadFile {
    int[] code = frame.code();
    int f = Code.field(code[at]);
    int n = code[at + 1];
    Port port = frame.program().program().outputs().get(code[at + 2]);
    int to = outputs.at[code[at + 2]] + first(frame, at, port, code[at + 3], n);
    int from = code[at + 4];
    if (clear) {
      int limbs = secrets[f].field().limbs();
      System.arraycopy(
          registers.clear[f], from * limbs, outputs.areas.clear[f], to * limbs, n * limbs);
    } else {
      outputs.areas.secret[f].copy(to, registers.secret[f], from, n);
    }
  }

  private int first(TapeRunner.Frame frame, int at, Port port, int word, int n) throws BadFile {
    if ((word & Code.FIRST_REGISTER) == 0) {
      return word;
    }
    long first = registers.ints[word & ~Code.FIRST_REGISTER];
    if (first < 0 || first > port.count() - n) {
      throw frame.bad(at, "the index is outside of port " + port.name());
    }
    return (int) first;
  }
}
