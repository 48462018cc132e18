package org.schurmpc.cli.launch;

import java.io.IOException;
import java.util.List;

/**
 * Starts children of this program: in processes of their own ({@link ChildProcesses}), or wherever
 * a test has them.
 */
public interface ChildStarter {
  /** The hidden command under which children run. */
  String CHILD = "child";

  /** What a child writes and nobody reads. */
  enum Unread {
    NOTHING,
    OUTPUT,
    ERRORS
  }

  /**
   * Starts a child, which reads its first line from its standard input and ends when that does.
   *
   * @param jvm the JVM on which a process of its own runs
   * @param memory the JVM options for its heap and collector
   * @param arguments the child's hidden command and its options, without {@value #CHILD}
   * @param unread the stream that is dropped
   * @throws IOException if the child does not start
   */
  Process start(Jvm jvm, List<String> memory, List<String> arguments, Unread unread)
      throws IOException;
}
