package org.schurmpc.cli.command;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.schurmpc.cli.data.DataFiles;
import org.schurmpc.cli.launch.ClassSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramLanguage;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramOptions;
import org.schurmpc.core.program.ReadyProgram;

/**
 * A program that is not compiled yet: a ready one, a class, or a folder with one program, as Java
 * files or as class files.
 *
 * @param name the ready program, the class with its package, or the folder
 * @param classPath the jars and folders that hold the class; null for none
 */
record ProgramSource(String name, String classPath) {
  private static final String JAVA = ".java";
  private static final String CLASS = ".class";

  /**
   * What is made of the class that defines a program, while it is loaded.
   *
   * @param <T> what is made
   */
  interface Use<T> {
    T of(ProgramLanguage language, Class<?> source, ProgramOptions options) throws MpcException;
  }

  /**
   * Compiles the program. Runs code of it in this JVM.
   *
   * @param options what it is compiled for; a ready program may ask for a second field
   */
  CompiledProgram compile(ProgramOptions options) throws MpcException {
    return make(options, ProgramLanguage::compile);
  }

  /** Makes something of the program, as {@link #compile} does. */
  <T> T make(ProgramOptions options, Use<T> use) throws MpcException {
    Optional<ReadyProgram> ready =
        classPath == null ? ProgramLanguages.ready(name) : Optional.empty();
    Path folder = Path.of(name);
    if (Files.isDirectory(folder)) {
      if (ready.isPresent() || isClass()) {
        throw new Refused(
            "%s is a folder, and a %s: say ./%1$s for the folder, or rename it"
                .formatted(name, ready.isPresent() ? "ready program" : "class"));
      }
      return ofFolder(folder, options, use);
    }
    if (ready.isPresent()) {
      Optional<String> second = options.second().or(() -> ready.get().second());
      return use.of(ProgramLanguages.only(), ready.get().source(), with(options, second));
    }
    if (classPath == null) {
      throw new Refused(
          "%s is no ready program%s: say --class-path with the jars or folders that hold the class"
              .formatted(name, ProgramNames.hint(name)));
    }
    try (ClassSource classes = ClassSource.open(classPath)) {
      return use.of(ProgramLanguages.only(), classes.load(name), options);
    }
  }

  private boolean isClass() throws BadFile {
    if (classPath == null) {
      return false;
    }
    try (ClassSource classes = ClassSource.open(classPath)) {
      return classes.has(name);
    }
  }

  private static ProgramOptions with(ProgramOptions options, Optional<String> second) {
    return new ProgramOptions(
        options.field(),
        second,
        options.parties(),
        options.mixed(),
        options.sigmaMask(),
        options.arguments(),
        options.offered());
  }

  /**
   * Returns how a program is compiled by default.
   *
   * @param arguments those that the user gives
   * @param tables descriptions of tables, whose rows and widths are arguments, too
   */
  static ProgramOptions usual(int parties, SortedMap<String, Long> arguments, List<Path> tables)
      throws MpcException {
    return new ProgramOptions(
        "p128",
        Optional.empty(),
        parties,
        Optional.empty(),
        OptionalInt.empty(),
        arguments,
        offered(arguments, tables));
  }

  /** Returns the arguments that follow from tables. */
  static SortedMap<String, Long> offered(SortedMap<String, Long> arguments, List<Path> tables)
      throws MpcException {
    SortedMap<String, Long> offered = new TreeMap<>();
    for (Path file : tables) {
      for (Map.Entry<String, Long> each : DataFiles.only().read(file).arguments().entrySet()) {
        String argument = each.getKey();
        Long before = offered.put(argument, each.getValue());
        if (before != null && !before.equals(each.getValue())) {
          throw new Refused(
              "--data: %s and a file before it differ in %s: tables that differ have names of"
                      .formatted(file, argument)
                  + " their own");
        }
        if (arguments.containsKey(argument)) {
          throw new Refused(
              "--arg %s is in %s, too: leave out one of them".formatted(argument, file));
        }
      }
    }
    return offered;
  }

  // ------------------------------------------------------------------ folders

  private <T> T ofFolder(Path folder, ProgramOptions options, Use<T> use) throws MpcException {
    Path project = folder.resolve("src").resolve("main").resolve("java");
    Path sources = Files.isDirectory(project) ? project : folder;
    List<Path> files = files(sources, JAVA);
    if (files.isEmpty()) {
      Path built = folder.resolve("target").resolve("classes");
      return ofClasses(folder, Files.isDirectory(built) ? built : folder, options, use);
    }
    Path classes = null;
    try {
      classes = Files.createTempDirectory("schur-mpc-program");
      javac(folder, files, classes);
      return ofClasses(folder, classes, options, use);
    } catch (IOException e) {
      throw new BadFile("%s cannot be compiled: %s".formatted(folder, e.getMessage()), e);
    } finally {
      delete(classes);
    }
  }

  private static List<Path> files(Path folder, String end) throws BadFile {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(end) && Files.isRegularFile(file))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new BadFile("%s cannot be read: %s".formatted(folder, e.getMessage()), e);
    }
  }

  private void javac(Path folder, List<Path> files, Path classes) throws BadFile, IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new BadFile(
          "%s has Java files, and this Java has no compiler: start with one of a JDK"
              .formatted(folder));
    }
    String path = System.getProperty("java.class.path");
    List<String> options = new ArrayList<>(List.of("-proc:none", "-g", "-d", classes.toString()));
    options.addAll(
        List.of("-cp", classPath == null ? path : classPath + File.pathSeparator + path));
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(said, null, null)) {
      boolean done =
          compiler
              .getTask(
                  null, manager, said, options, null, manager.getJavaFileObjectsFromPaths(files))
              .call();
      if (!done) {
        throw new BadFile(wrong(folder, said));
      }
    }
  }

  private static String wrong(Path folder, DiagnosticCollector<JavaFileObject> said) {
    return said.getDiagnostics().stream()
        .filter(each -> each.getKind() == Diagnostic.Kind.ERROR && each.getSource() != null)
        .findFirst()
        .map(
            each ->
                "%s, line %d: %s"
                    .formatted(
                        each.getSource().getName(),
                        each.getLineNumber(),
                        each.getMessage(Locale.ROOT).lines().findFirst().orElse("an error")))
        .orElse(folder + " cannot be compiled");
  }

  private <T> T ofClasses(Path folder, Path classes, ProgramOptions options, Use<T> use)
      throws MpcException {
    ProgramLanguage language = ProgramLanguages.only();
    String path = classPath == null ? classes.toString() : classes + File.pathSeparator + classPath;
    try (ClassSource source = ClassSource.open(path)) {
      List<Class<?>> programs = new ArrayList<>();
      for (Path file : files(classes, CLASS)) {
        String name = classes.relativize(file).toString();
        name = name.substring(0, name.length() - CLASS.length());
        if (name.contains("module-info")) {
          continue;
        }
        Class<?> each = source.load(name.replace(file.getFileSystem().getSeparator(), "."));
        if (language.isProgram(each)) {
          programs.add(each);
        }
      }
      if (programs.size() != 1) {
        throw new Refused(several(folder, programs));
      }
      return use.of(language, programs.get(0), options);
    }
  }

  private static String several(Path folder, List<Class<?>> programs) {
    return programs.isEmpty()
        ? folder + " has no program: no public class that implements SecureProgram"
        : "%s has several programs, %s: compile one with 'program compile'"
            .formatted(
                folder, String.join(", ", programs.stream().map(Class::getName).sorted().toList()));
  }

  private static void delete(Path folder) {
    if (folder == null) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    } catch (IOException e) {
      // A temporary folder stays behind.
    }
  }
}
