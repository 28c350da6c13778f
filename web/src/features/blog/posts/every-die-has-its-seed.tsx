export const body = (
  <>
    <p className="lead">If a computer rolls your dice, why should you believe it? Because you can check every one of them, years later, on your own machine.</p>
    <p>Dice on a table are trusted because both players see them. Dice in a program are trusted because… usually there is no good ending to that sentence. Somebody wrote “random” somewhere, and the rest is faith. After the third failed charge in a row faith runs out.</p>
    <h2>One number for a whole battle</h2>
    <p>In Highground a battle begins with one number, its seed. All dice of the battle follow from it, and the seed stands in the battle’s log. For each choice that a player makes, the engine takes the seed, the number of that choice and a counter, puts them through a hash function (BLAKE2b, a public and well-studied one), and reads faces from the bytes that come out. A byte that would favour some faces over others is thrown away.</p>
    <p>Nothing else goes in: not the clock, not the player’s name, not who is winning. A hash function has the useful habit of scattering its results: change the input by one and the output has nothing to do with what it was before. So the faces are as good as thrown, and yet the same input gives the same faces for ever.</p>
    <h2>Why not a stream of numbers</h2>
    <p>The common way is a generator that produces one number after the other. It has a weakness for games. Suppose a rule is corrected, and an attack now rolls one die more. In a stream, every later die of the battle moves by one place, and the whole evening becomes another evening. Here each choice has its own dice. One more die in the second round changes nothing in the third.</p>
    <h2>What it is good for</h2>
    <ul>
      <li><strong>Checking.</strong> A log can be played again. The engine makes the same choices with the same dice and compares every event. If somebody edited a 2 into a 6, the replay stops there and says so.</li>
      <li><strong>Taking back.</strong> A choice that needed dice can be taken back if the opponent agrees. Do it again and the same dice come. Taking back is for slips of the hand, not for better luck.</li>
      <li><strong>Faults.</strong> When something goes wrong in a simulated battle, the seed is all that is needed to see it go wrong again.</li>
      <li><strong>Fair comparison.</strong> Two hundred battles with one seed are the same two hundred battles tomorrow, whether one processor core fights them or eight share the work.</li>
    </ul>
    <h2>The objection</h2>
    <p>Whoever knows the seed knows the dice in advance. That is true, and it is the price. So a running battle’s seed is nothing to pass around; it belongs into the log that is read afterwards. If you run the server yourself, your opponent has to trust you not to look, just as they trust you with the tape measure. Or roll real dice: the faces are entered, or read from a photo of the tray, and written into the log as yours.</p>
  </>
);
