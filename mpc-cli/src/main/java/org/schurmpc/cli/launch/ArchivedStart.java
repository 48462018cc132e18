package org.schurmpc.cli.launch;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.schurmpc.core.abort.ExitCode;

/**
 * Starts short work with the JVM options that suit it ({@link ShortWork}) and an archive of loaded
 * classes. A runnable jar cannot name JVM options, so the first JVM, which has loaded nothing yet,
 * starts a second one that maps the {@link ClassArchive}, and waits for it. If there is no archive
 * yet, the second JVM does without, which takes longer, and the first one afterwards starts a
 * process in the background that makes the archive.
 *
 * <p>This class and what it uses are loaded before anything else; they do without libraries, and
 * without lambdas and formats, which take the first JVM longer than all else.
 *
 * @param mainClass the main class, which the second JVM runs
 * @param args the command line
 * @param jar the jar that was started without JVM options; empty if the program was started in
 *     another way
 * @param environment the environment of this process
 */
public record ArchivedStart(
    String mainClass, List<String> args, Optional<Path> jar, Map<String, String> environment) {
  /** Environment variable that forbids archives if its value is {@value #OFF}. */
  public static final String VARIABLE = "SCHUR_MPC_ARCHIVE";

  /** Value of {@value #VARIABLE}. */
  public static final String OFF = "off";

  /** System property that tells a second JVM the process id of the first. */
  private static final String LAUNCHER = "schurmpc.launcher";

  private static final String SHORT_COMMAND = "eval";

  /** Options of the command that take a JVM or a heap of the user's choice. */
  private static final List<String> OTHER_JVM = List.of("--jvm", "--heap");

  private static final List<String> OPTION_VARIABLES =
      List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

  private static final Path NICE = Path.of("/usr/bin/nice");

  /** Returns the start of this process. */
  public static ArchivedStart ofThisProcess(String mainClass, String[] args) {
    return new ArchivedStart(mainClass, List.of(args), jarOfThisProcess(), System.getenv());
  }

  private static Optional<Path> jarOfThisProcess() {
    if (System.getProperty(LAUNCHER) != null) {
      return Optional.empty(); // this is the second JVM
    }
    String classPath = System.getProperty("java.class.path");
    String[] line = ProcessHandle.current().info().arguments().orElse(new String[0]);
    boolean plain = line.length > 1 && line[0].equals("-jar") && line[1].equals(classPath);
    return plain ? Optional.of(Path.of(classPath)) : Optional.empty();
  }

  /**
   * Runs the command line, in a second JVM if that starts faster.
   *
   * @param here runs the command line in this JVM, and returns the exit code
   * @return the exit code
   */
  public int run(IntSupplier here, PrintStream err) {
    endWithLauncher();
    if (!isShort()) {
      return here.getAsInt();
    }
    Optional<ClassArchive> archive = archive();
    if (archive.isEmpty()) {
      return here.getAsInt();
    }
    if (!archive.get().exists()) {
      int code = run(archive.get(), List.of(), here);
      if (code == ExitCode.OK.code()) {
        make(archive.get());
      }
      return code;
    }
    Optional<String> distrust = archive.get().distrust();
    if (distrust.isPresent()) {
      err.println("starting without the archive of classes: " + distrust.get());
      return here.getAsInt();
    }
    return run(archive.get(), List.of("-XX:SharedArchiveFile=" + archive.get().file()), here);
  }

  private int run(ClassArchive archive, List<String> options, IntSupplier here) {
    Optional<Integer> code = second(archive, options);
    return code.isPresent() ? code.get() : here.getAsInt();
  }

  /** Returns whether the command line may profit from an archive. */
  boolean isShort() {
    return jar.isPresent()
        && !args.isEmpty()
        && args.get(0).equals(SHORT_COMMAND)
        && !asksForAnotherJvm()
        && FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        && !OFF.equals(environment.get(VARIABLE))
        && Collections.disjoint(OPTION_VARIABLES, environment.keySet());
  }

  private boolean asksForAnotherJvm() {
    for (String arg : args) {
      int equals = arg.indexOf('=');
      if (OTHER_JVM.contains(equals < 0 ? arg : arg.substring(0, equals))) {
        return true;
      }
    }
    return false;
  }

  private Optional<ClassArchive> archive() {
    try {
      return Optional.of(ClassArchive.of(jar.orElseThrow(), environment));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Runs the command line in a second JVM.
   *
   * @param options further JVM options
   * @return its exit code; empty if it did not start
   */
  private Optional<Integer> second(ClassArchive archive, List<String> options) {
    List<String> further = new ArrayList<>(options);
    further.add("-D" + LAUNCHER + "=" + ProcessHandle.current().pid());
    List<String> line = new ArrayList<>(archive.command(further, mainClass));
    line.addAll(args);
    Process process;
    try {
      process = new ProcessBuilder(line).inheritIO().start();
    } catch (IOException e) {
      return Optional.empty();
    }
    Runtime.getRuntime().addShutdownHook(new Ending(process));
    while (true) {
      try {
        return Optional.of(process.waitFor());
      } catch (InterruptedException e) {
        process.destroy();
      }
    }
  }

  /** Ends the second JVM when this one is ended. */
  private static final class Ending extends Thread {
    private final Process process;

    Ending(Process process) {
      super("end of the second JVM");
      this.process = process;
    }

    @Override
    public void run() {
      OrderlyEnd.of(List.of(process));
    }
  }

  /** Makes the archive in a process that outlives this one. */
  private void make(ClassArchive archive) {
    List<String> line = new ArrayList<>();
    if (Files.isExecutable(NICE)) {
      line.addAll(List.of(NICE.toString(), "-n", "19")); // starts meanwhile go first
    }
    line.addAll(archive.command(List.of(), mainClass));
    line.addAll(List.of(ChildStarter.CHILD, ArchiveMaker.COMMAND, mainClass));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    SecretEnvironment.removeAll(builder.environment());
    try {
      builder.start().getOutputStream().close();
    } catch (IOException e) {
      // The next start tries again.
    }
  }

  /** Ends a second JVM as soon as the first has ended, even if the first was killed. */
  private static void endWithLauncher() {
    String launcher = System.getProperty(LAUNCHER);
    if (launcher == null) {
      return;
    }
    Runnable end = () -> Runtime.getRuntime().exit(ExitCode.CONNECTION_LOST.code());
    Optional<ProcessHandle> parent = ProcessHandle.current().parent();
    if (parent.isEmpty() || parent.get().pid() != Long.parseLong(launcher)) {
      end.run();
      return;
    }
    parent.get().onExit().thenRun(end);
  }
}
