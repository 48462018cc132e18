package org.schurmpc.cli.launch;

import java.io.IOException;
import java.util.List;

/**
 * Starts children of this program: in processes of their own ({@link ChildProcesses}), or in
 * threads during tests.
 */
public interface ChildStarter {
  /** The hidden command under which children run. */
  String CHILD = "child";

  /** Names the output of a child that is not read. */
  enum Unread {
    NOTHING,
    OUTPUT,
    ERRORS
  }

  /**
   * Starts a child. The child reads its first line from standard input, and ends when its standard
   * input ends.
   *
   * @param jvm the JVM that runs the child's process
   * @param memory the JVM options for heap and garbage collector
   * @param arguments the child's hidden command and the command's options, without {@value #CHILD}
   * @param unread the stream that is discarded
   * @throws IOException if the child does not start
   */
  Process start(Jvm jvm, List<String> memory, List<String> arguments, Unread unread)
      throws IOException;
}
