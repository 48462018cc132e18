package org.schurmpc.vm.lang;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.vm.ir.ProgramIr;

/** Finds the lines of a program's source that are being run. Not thread-safe. */
final class SourceLines {
  private static final String LANGUAGE = SourceLines.class.getPackageName() + ".";
  private static final String LIBRARY = "org.schurmpc.vm.lib.";
  private static final String RECORDER = ProgramBuilder.class.getName();
  private static final StackWalker WALKER = StackWalker.getInstance();

  private record Site(String type, String method, int position) {}

  private final boolean wanted;
  private final Map<Site, Integer> sites = new HashMap<>();
  private final Map<ProgramIr.Line, Integer> indices = new HashMap<>();
  private final List<ProgramIr.Line> lines = new ArrayList<>();

  /** Creates lines. If they are not wanted, only errors name theirs. */
  SourceLines(boolean wanted) {
    this.wanted = wanted;
    if (!wanted) {
      lines.add(new ProgramIr.Line("unknown", 0));
    }
  }

  List<ProgramIr.Line> all() {
    return lines;
  }

  /** Returns the index of the line from which the language was called, or 0 if not wanted. */
  int here() {
    return wanted ? find() : 0;
  }

  /** Returns the index of a line for what no line of the program calls. */
  int none() {
    return wanted ? index(new ProgramIr.Line("routines", 0)) : 0;
  }

  /** Returns the line of the program that is being run, not one of the library that it calls. */
  String text() {
    return lines.get(developers()).toString();
  }

  /** Returns the index of the line of the program that is being run, not one of the library. */
  int developers() {
    Optional<StackWalker.StackFrame> frame =
        WALKER.walk(
            frames ->
                frames
                    .dropWhile(each -> each.getClassName().startsWith(LANGUAGE))
                    .takeWhile(each -> !each.getClassName().equals(RECORDER))
                    .filter(each -> !each.getClassName().startsWith(LANGUAGE))
                    .filter(each -> !each.getClassName().startsWith(LIBRARY))
                    .filter(each -> !each.getClassName().startsWith("java."))
                    .findFirst());
    return frame.isPresent() ? index(frame.get()) : find();
  }

  String text(int line) {
    return lines.get(line).toString();
  }

  /** Whether the library calls the language. */
  boolean isLibrary() {
    return WALKER.walk(
        frames ->
            frames
                .map(StackWalker.StackFrame::getClassName)
                .filter(each -> !each.startsWith(LANGUAGE))
                .findFirst()
                .orElse("")
                .startsWith(LIBRARY));
  }

  private int find() {
    Optional<StackWalker.StackFrame> frame =
        WALKER.walk(
            frames -> frames.filter(each -> !each.getClassName().startsWith(LANGUAGE)).findFirst());
    return index(frame.orElseThrow());
  }

  private int index(StackWalker.StackFrame caller) {
    Site site = new Site(caller.getClassName(), caller.getMethodName(), caller.getByteCodeIndex());
    Integer known = sites.get(site);
    if (known == null) {
      String file = caller.getFileName() == null ? caller.getClassName() : caller.getFileName();
      known = index(new ProgramIr.Line(file, Math.max(0, caller.getLineNumber())));
      sites.put(site, known);
    }
    return known;
  }

  private int index(ProgramIr.Line line) {
    return indices.computeIfAbsent(
        line,
        each -> {
          lines.add(each);
          return lines.size() - 1;
        });
  }
}
