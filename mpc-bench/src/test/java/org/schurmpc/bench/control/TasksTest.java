package org.schurmpc.bench.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.schurmpc.bench.job.Line;
import org.schurmpc.bench.job.MulTask;
import org.schurmpc.bench.job.OtTask;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.job.Task;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.bench.monitor.TestPlans;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Link;
import org.schurmpc.core.net.Network;

class TasksTest {
  private static Stream<Task> tasks() throws Exception {
    Line line = Line.parse("100mbit,5ms");
    Schedule schedule = new Schedule(1, 2, 3, 4, 5);
    return Stream.of(
        TestPlans.aes(1, 3).job(),
        new OtTask(5, 4, OtTask.Kind.SOFTSPOKEN, "", schedule, null),
        new OtTask(5, 4, OtTask.Kind.SOFTSPOKEN, "", schedule, line),
        new OtTask(5, 4, OtTask.Kind.VOLE, "p128", schedule, line),
        new TriplesTask(new ProtocolChoice("tinyot", Map.of("sigma", "40")), "", 7, schedule, line),
        new TriplesTask(new ProtocolChoice("mascot", Map.of(), 5), "input4", 7, schedule, null),
        new MulTask(new ProtocolChoice("spdz", Map.of("field", "p128"), 3), 9, 8, schedule, line));
  }

  /** Control messages are JSON. A task arrives as it was sent, including its link. */
  @ParameterizedTest
  @MethodSource("tasks")
  void tasksArriveAsTheyWereSent(Task task) throws Exception {
    Network[] networks = InMemoryNetwork.create(2);
    try (ControlChannel monitor = new ControlChannel(networks[0].channel(1));
        ControlChannel child = new ControlChannel(networks[1].channel(0))) {
      monitor.send(new Message.Welcome(task, 1, null, 0));
      assertEquals(task, child.receive(Message.Welcome.class).task());
    }
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void linesAreThoseOfTheNetwork(Task task) {
    Optional<Link> expected =
        task.line() == null
            ? Optional.empty()
            : Optional.of(new Link(100_000_000, Duration.ofMillis(5)));
    assertEquals(expected, task.link());
  }
}
