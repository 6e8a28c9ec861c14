/** A complete small `firmloop.yaml`, for a newcomer to start from. */
export const exampleConfig = `machine: firmware-loop
name: thermostat
goal: { text: "All tests pass, nothing regresses", tests: all }
build: { command: make -j2, clean: make clean, requires: [cc, make], timeout: 10m, env: {}, artifacts: [build/*.elf] }
environments: { host: { type: host, test: ./build/run-tests, timeout: 60s, silence: 20s } }
results: { format: unity }
policy: { allow: ["src/**", "include/**"] }
criteria: { model: rules, preset: STANDARD }
agents: [ { use: patches, folder: patches } ]
limits: { max_iterations: 10, timeout_minutes: 120 }
`;
