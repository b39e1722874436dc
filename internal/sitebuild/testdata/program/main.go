// Command program is the smallest wasm program for the tests of the build.
package main

func main() { println("ready") }
