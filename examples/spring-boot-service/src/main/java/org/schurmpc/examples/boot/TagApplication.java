package org.schurmpc.examples.boot;

import java.nio.file.Path;
import org.schurmpc.client.BadConfig;
import org.schurmpc.client.MpcClient;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/**
 * Offers tags over HTTP to whoever is behind it. The key is shared between the services of two
 * parties, and this application is a client of both: it has no key, and no party sees a block.
 */
@SpringBootApplication
public class TagApplication {
  /** Starts the application. */
  public static void main(String[] args) {
    SpringApplication.run(TagApplication.class, args);
  }

  /** The client of the parties: thread-safe, one for the whole application. */
  @Bean
  MpcClient mpc(@Value("${mpc.config}") Path config) throws BadConfig {
    return MpcClient.read(config);
  }
}
